import type { Services } from '../../domain/context.ts';
import { deleteFontFile } from '../../domain/fonts/file.ts';
import { task } from '../task.ts';

/** Has as many attempts as an e-mail, because the storage can be unavailable for a while. */
export const deleteFontTask = (services: Services) =>
  task<'delete-font'>(services, { run: deleteFontFile, attempts: 10 });
