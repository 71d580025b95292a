import { timingSafeEqual } from 'node:crypto';
import type { Organisation } from '../../database/entities/organisation.ts';
import type { Services } from '../context.ts';
import { type Mailbox, PURPOSES, type Purpose } from './rules.ts';

/** Validity of a link, in ms. */
const LINK_MS = 7 * 24 * 60 * 60 * 1000;

/** Lengths of the parts of a code, in base64url: ids of the organisation and of the key, purpose, token. */
const CODE = /^([\w-]{22})([\w-]{22})([SB])([\w-]{22})$/;

type Deriving = Pick<Services, 'authenticator'>;

/** Returns the code of a link. Only the installation can make it, so nothing of it is stored. */
export function codeFor(services: Deriving, { id }: Organisation, purpose: Purpose, mailbox: Mailbox): string {
  const { keyId } = services.authenticator;
  const token = tokenOf(services, keyId, { organisationId: id, purpose, mailbox });
  return [
    Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url'),
    keyId.toString('base64url'),
    purpose[0],
    token,
  ].join('');
}

/** Returns the organisation and the purpose that a code names; null for any other text. `hasCode` decides whether the code is genuine. */
export function parseCode(code: string): { organisationId: string; purpose: Purpose } | null {
  const [, id = '', , letter] = CODE.exec(code) ?? [];
  const purpose = PURPOSES.find((one) => one[0] === letter);
  if (!purpose) return null;
  const hex = Buffer.from(id, 'base64url').toString('hex');
  return { organisationId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), purpose };
}

/** Returns true for a code of the mailbox that was asked last, until the link ends. */
export function hasCode(
  services: Deriving & Pick<Services, 'now'>,
  row: Organisation,
  { purpose, mailbox, code }: { purpose: Purpose; mailbox: Mailbox; code: string },
): boolean {
  const [, , key = '', , token = ''] = CODE.exec(code) ?? [];
  const keyId = Buffer.from(key, 'base64url');
  if (!services.authenticator.holds(keyId) || services.now().getTime() > mailbox.askedAt.getTime() + LINK_MS)
    return false;
  const expected = Buffer.from(tokenOf(services, keyId, { organisationId: row.id, purpose, mailbox }));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const tokenOf = (
  { authenticator }: Deriving,
  keyId: Uint8Array,
  { organisationId, purpose, mailbox }: { organisationId: string; purpose: Purpose; mailbox: Mailbox },
): string =>
  authenticator
    .derive(keyId, JSON.stringify(['mailbox', organisationId, purpose, mailbox.address, mailbox.askedAt.getTime()]))
    .toString('base64url');
