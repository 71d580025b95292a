import type { Services } from '../../domain/context.ts';
import { mailBatchNotice } from '../../domain/mailing/batch-notice.ts';
import { task } from '../task.ts';

/** One attempt: a notice that comes late tells nothing new. */
export const mailBatchNoticeTask = (services: Services) =>
  task<'mail-batch-notice'>(services, { run: mailBatchNotice, attempts: 1 });
