import { timingSafeEqual } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Row } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { sha256 } from '../shared/crypto.ts';

export type EventRow = Row<'events'>;
type Authenticating = Pick<Services, 'authenticator'>;

const KEY_ID_BYTES = 16;

/** An event without its position, which PostgreSQL assigns. */
export type Unplaced = Omit<EventRow, 'position' | 'mac'>;

/**
 * Returns the key that authenticates an event at its position, and the id of the key from which it is derived. The recording statement
 * computes the code (`macAt`), because only it knows the position. A second statement would keep the log locked longer. No row contains the
 * key, so SQL can neither change nor move an event.
 */
export function positionKey({ authenticator }: Authenticating, event: Unplaced): { keyId: Buffer; key: Buffer } {
  const { keyId } = authenticator;
  return { keyId, key: authenticator.derive(keyId, textOf(event)) };
}

/** Returns the SQL expression of an event's code, for its column `mac`. */
export const macAt = (keyId: RawBuilder<unknown>, key: RawBuilder<unknown>, position: RawBuilder<unknown>) =>
  sql`${keyId} || sha256(${key} || int8send(${position}))`;

/** Returns false for an event that was changed or moved outside Laurel. */
export function isAuthenticEvent({ authenticator }: Authenticating, event: EventRow): boolean {
  const keyId = event.mac.subarray(0, KEY_ID_BYTES);
  if (!authenticator.holds(keyId)) return false;
  const position = Buffer.alloc(8);
  position.writeBigInt64BE(BigInt(event.position));
  const expected = sha256(Buffer.concat([authenticator.derive(keyId, textOf(event)), position]));
  const given = event.mac.subarray(KEY_ID_BYTES);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const textOf = ({ organisationId, id, type, subjectId, data, fileKey, createdAt }: Unplaced): string =>
  JSON.stringify([
    ...['events', organisationId, id, type, subjectId, data, createdAt.getTime()],
    fileKey && Buffer.from(fileKey).toString('base64'),
  ]);
