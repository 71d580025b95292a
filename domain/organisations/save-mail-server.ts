import type { ActingContext } from '../context.ts';
import { assertReachable } from '../mailboxes/assert-reachable.ts';
import { chooseServer } from '../mailboxes/choose-server.ts';
import { sealPassword } from '../mailboxes/open-server.ts';
import type { OwnMailServer, SaveMailServer } from '../mailboxes/schemas.ts';
import { changeOrganisation } from './change.ts';
import { mailServerOf } from './read-mail-server.ts';

/**
 * Saves the organisation's own mail server, which sends its e-mails from now on. CONFLICT `sender_not_confirmed` without a confirmed
 * sender's address, and `mail_server_private` for a server that Laurel does not connect to.
 */
export async function saveMailServer(context: ActingContext, input: SaveMailServer): Promise<OwnMailServer> {
  await assertReachable(context, input);
  let saved: OwnMailServer = { server: null };
  await changeOrganisation(context, 'mailServer.save', (row) => {
    const { host, port, login } = chooseServer(context, row, input);
    row.smtpHost = host;
    row.smtpPort = port;
    row.smtpUsername = login?.username ?? null;
    row.smtpPassword = login ? sealPassword(context, row.id, login.password) : null;
    saved = mailServerOf(row);
  });
  return saved;
}
