import { randomInt } from 'node:crypto';
import { v5, v7 } from 'uuid';

let last = { msecs: -1, seq: 0 };

/** Returns a UUIDv7 whose time is `now`; filters and pages rely on it (`pages.ts`). Ids of the same millisecond ascend within a process. */
export function newId(now: Date): string {
  const msecs = now.getTime();
  last = { msecs, seq: msecs === last.msecs ? last.seq + 1 : randomInt(2 ** 31) };
  return v7(last);
}

/** Returns the name-based UUID (RFC 9562, 5.5) of a name within a namespace, which is a UUID. */
export const idOfName = (namespace: string, name: string): string => v5(name, namespace);

/** Nil UUID (RFC 9562, section 5.9), for a missing part of a key. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';
