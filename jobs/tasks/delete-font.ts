import type { Services } from '../../domain/context.ts';
import { deleteFontFile } from '../../domain/fonts/file.ts';
import { task } from '../task.ts';

/** As many attempts as an e-mail has: the storage may be down for a while. */
export const deleteFontTask = (services: Services) =>
  task<'delete-font'>(services, { run: deleteFontFile, attempts: 10 });
