import type { Services } from '../../domain/context.ts';
import { giveUpEmail, sendEmail } from '../../domain/mailing/send.ts';
import { task } from '../task.ts';

/** Ten attempts within three and a half hours, with growing pauses: a mail server may be down for a while. */
export const sendEmailTask = (services: Services) =>
  task<'send-email'>(services, { run: sendEmail, giveUp: giveUpEmail, attempts: 10 });
