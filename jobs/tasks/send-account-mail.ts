import type { Services } from '../../domain/context.ts';
import { giveUpAccountMail, sendAccountMail } from '../../domain/mailing/send-account-mail.ts';
import { task } from '../task.ts';

/** As many attempts as the e-mail of a certificate has. */
export const sendAccountMailTask = (services: Services) =>
  task<'send-account-mail'>(services, { run: sendAccountMail, giveUp: giveUpAccountMail, attempts: 10 });
