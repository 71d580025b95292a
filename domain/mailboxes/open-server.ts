import type { Organisation } from '../../database/entities/organisation.ts';
import type { Services } from '../context.ts';
import type { MailServer } from '../ports/email.ts';
import { confirmedAddress } from './rules.ts';

type Settings = Pick<Organisation, 'id' | 'smtpHost' | 'smtpPort' | 'smtpUsername' | 'smtpPassword'>;

/**
 * Returns the organisation's own mail server; null without one. It sends only from the organisation's own address, so it is not used until
 * the mailbox of that address has confirmed.
 */
export const openServer = (services: Pick<Services, 'vault'>, row: Organisation): MailServer | null =>
  confirmedAddress(row, 'SENDER') === null ? null : serverIn(services, row);

/** Returns the saved mail server, used or not; null without one. */
export function serverIn({ vault }: Pick<Services, 'vault'>, row: Settings): MailServer | null {
  const { id, smtpHost: host, smtpPort: port, smtpUsername: username, smtpPassword: sealed } = row;
  if (!host || !port) return null;
  return { host, port, login: username && sealed ? { username, password: vault.open(sealed, placeOf(id)) } : null };
}

/** Encrypts the password of an organisation's mail server. It cannot be opened as that of another organisation. */
export const sealPassword = (
  { vault }: Pick<Services, 'vault'>,
  organisationId: string,
  password: string,
): Uint8Array => vault.seal(password, placeOf(organisationId));

const placeOf = (organisationId: string): string => `organisations ${organisationId} smtp_password`;
