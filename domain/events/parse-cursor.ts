import { z } from 'zod';
import type { Row } from '../../database/sql.ts';
import { fault } from '../../errors/from-zod.ts';

/** A position in an organisation's log: after an event, or before the first one. */
export interface Place {
  /** Position of the event; 0 before the first. */
  position: number;
  /** Last bytes of the event's id, in hex. A restored backup can have another event at the position. */
  mark: string;
}

const MARK_BYTES = 8;

/** Returns the last bytes of an event's id, for a place. */
export const markOf = (id: string): string => id.replaceAll('-', '').slice(-2 * MARK_BYTES);

export const START: Place = { position: 0, mark: '0'.repeat(2 * MARK_BYTES) };

/** Returns the place after an event. */
export const placeAfter = ({ position, id }: Pick<Row<'events'>, 'position' | 'id'>): Place => ({
  position,
  mark: markOf(id),
});

/** Encodes a place as an opaque text. */
export function cursorOf({ position, mark }: Place): string {
  const bytes = Buffer.alloc(8 + MARK_BYTES);
  bytes.writeBigUInt64BE(BigInt(position));
  bytes.write(mark, 8, 'hex');
  return bytes.toString('base64url');
}

function placeOf(cursor: string): Place | null {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length !== 8 + MARK_BYTES || bytes.toString('base64url') !== cursor) return null;
  const position = Number(bytes.readBigUInt64BE());
  return Number.isSafeInteger(position) ? { position, mark: bytes.toString('hex', 8) } : null;
}

/** A cursor from `cursorOf`, decoded to a place. */
export const EventCursor = z
  .string()
  .max(64)
  .refine((text) => placeOf(text) !== null, fault('not_a_cursor'))
  .transform((text) => placeOf(text) ?? START)
  // 16 bytes, of which the first 8 are a safe integer.
  .meta({ pattern: '^A[AB][A-Za-z0-9_-]{19}[AQgw]$' });
