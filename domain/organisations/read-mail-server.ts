import { Organisation } from '../../database/entities/organisation.ts';
import type { DomainContext } from '../context.ts';
import { confirmedAddress } from '../mailboxes/rules.ts';
import { OwnMailServer } from '../mailboxes/schemas.ts';
import { liveOf } from '../shared/ids.ts';

/** Returns the organisation's own mail server, without its password. */
export async function readMailServer(context: DomainContext): Promise<OwnMailServer> {
  return mailServerOf(await context.em().findOneOrFail(Organisation, { id: liveOf(context.organisationId) }));
}

/** Returns the mail server in an organisation's row, without its password. */
export function mailServerOf(row: Organisation): OwnMailServer {
  if (!row.smtpHost) return { server: null };
  const { smtpHost: host, smtpPort: port, smtpUsername: username } = row;
  const isUsed = confirmedAddress(row, 'SENDER') !== null;
  return OwnMailServer.parse({ server: { host, port, username: username ?? '', isUsed } });
}
