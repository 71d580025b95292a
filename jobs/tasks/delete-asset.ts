import { deleteAssetFile } from '../../domain/assets/file.ts';
import type { Services } from '../../domain/context.ts';
import { task } from '../task.ts';

/** Has as many attempts as an e-mail, because the storage can be unavailable for a while. */
export const deleteAssetTask = (services: Services) =>
  task<'delete-asset'>(services, { run: deleteAssetFile, attempts: 10 });
