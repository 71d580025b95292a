import type { Services } from '../../domain/context.ts';
import { giveUpEmail, sendEmail } from '../../domain/mailing/send.ts';
import { task } from '../task.ts';

/** Attempts count only failures on our side. Temporary refusals by the mail server queue another job. */
export const sendEmailTask = (services: Services) =>
  task<'send-email'>(services, { run: sendEmail, giveUp: giveUpEmail, attempts: 10 });
