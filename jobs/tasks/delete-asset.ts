import { deleteAssetFile } from '../../domain/assets/file.ts';
import type { Services } from '../../domain/context.ts';
import { task } from '../task.ts';

/** As many attempts as an e-mail has: the storage may be down for a while. */
export const deleteAssetTask = (services: Services) =>
  task<'delete-asset'>(services, { run: deleteAssetFile, attempts: 10 });
