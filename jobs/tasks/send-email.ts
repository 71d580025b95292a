import type { Services } from '../../domain/context.ts';
import { giveUpEmail, sendEmail } from '../../domain/mailing/send.ts';
import { task } from '../task.ts';

/** Ten attempts with growing pauses: a mail server may be away for hours. */
export const sendEmailTask = (services: Services) =>
  task<'send-email'>(services, { run: sendEmail, giveUp: giveUpEmail, attempts: 10 });
