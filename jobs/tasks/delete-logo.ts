import type { Services } from '../../domain/context.ts';
import { deleteLogoFile } from '../../domain/organisations/logo-file.ts';
import { task } from '../task.ts';

/** Has as many attempts as an e-mail, because the storage can be unavailable for a while. */
export const deleteLogoTask = (services: Services) =>
  task<'delete-logo'>(services, { run: deleteLogoFile, attempts: 10 });
