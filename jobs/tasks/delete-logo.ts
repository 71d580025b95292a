import type { Services } from '../../domain/context.ts';
import { deleteLogoFile } from '../../domain/organisations/logo-file.ts';
import { task } from '../task.ts';

/** As many attempts as an e-mail has: the storage may be down for a while. */
export const deleteLogoTask = (services: Services) =>
  task<'delete-logo'>(services, { run: deleteLogoFile, attempts: 10 });
