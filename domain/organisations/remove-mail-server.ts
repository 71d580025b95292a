import type { ActingContext } from '../context.ts';
import type { OwnMailServer } from '../mailboxes/schemas.ts';
import { changeOrganisation } from './change.ts';

/**
 * Removes the organisation's own mail server. Its e-mails, also those that wait, then leave by the installation's server. A second call
 * changes nothing.
 */
export async function removeMailServer(context: ActingContext): Promise<OwnMailServer> {
  await changeOrganisation(context, 'mailServer.remove', (row) => {
    row.smtpHost = null;
    row.smtpPort = null;
    row.smtpUsername = null;
    row.smtpPassword = null;
  });
  return { server: null };
}
