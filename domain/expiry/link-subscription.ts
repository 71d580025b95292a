import { timingSafeEqual } from 'node:crypto';
import type { Services } from '../context.ts';

/** Mails that can be stopped by a link: the digest of a member, and the reminders to a recipient. */
export type SubscriptionKind = 'DIGEST' | 'REMINDERS';

/** A person with the mails that they get. */
export interface Subscriber {
  organisationId: string;
  kind: SubscriptionKind;
  /** Id of the member or of the recipient. */
  id: string;
}

/** Parts of a code: ids of the organisation and of the key, kind, token, id of the subscriber. */
const CODE = /^([\w-]{22})([\w-]{22})([DR])([\w-]{22})([\w-]{1,100})$/;

type Deriving = Pick<Services, 'authenticator'>;

/** Returns the address that stops the mails (RFC 8058). It works without a sign-in, and does not expire. */
export function subscriptionUrl(
  { authenticator, installation }: Deriving & Pick<Services, 'installation'>,
  subscriber: Subscriber,
): string {
  const { organisationId, kind, id } = subscriber;
  const { keyId } = authenticator;
  const code = [
    Buffer.from(organisationId.replaceAll('-', ''), 'hex').toString('base64url'),
    ...[keyId.toString('base64url'), kind[0], tokenOf({ authenticator }, keyId, subscriber)],
    Buffer.from(id).toString('base64url'),
  ].join('');
  return `${installation.address}/unsubscribe?code=${code}`;
}

/** Returns the subscriber that a genuine code names; null for any other text. */
export function subscriberOf({ authenticator }: Deriving, code: string): Subscriber | null {
  const [, organisation = '', key = '', letter, token = '', subject = ''] = CODE.exec(code) ?? [];
  const keyId = Buffer.from(key, 'base64url');
  const id = Buffer.from(subject, 'base64url').toString('utf8');
  // One spelling only: decoding ignores the last bits.
  const isCanonical = Buffer.from(id).toString('base64url') === subject;
  if (!letter || !isCanonical || !authenticator.holds(keyId)) return null;
  const hex = Buffer.from(organisation, 'base64url').toString('hex');
  const subscriber: Subscriber = {
    organisationId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    kind: letter === 'D' ? 'DIGEST' : 'REMINDERS',
    id,
  };
  const [expected, given] = [Buffer.from(tokenOf({ authenticator }, keyId, subscriber)), Buffer.from(token)];
  return given.length === expected.length && timingSafeEqual(given, expected) ? subscriber : null;
}

const tokenOf = ({ authenticator }: Deriving, keyId: Uint8Array, { organisationId, kind, id }: Subscriber): string =>
  authenticator.derive(keyId, JSON.stringify(['subscription', organisationId, kind, id])).toString('base64url');
