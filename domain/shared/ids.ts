import { randomInt } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { v5, v7 } from 'uuid';

/** Last sequence number by millisecond. Several, because sandboxes have clocks of their own, and some rows an earlier time. */
const sequences = new LRUCache<number, number>({ max: 1000 });

/**
 * Returns a UUIDv7 whose time is `now`; filters and pages rely on it (`pages.ts`). Ids of the same millisecond ascend within a process,
 * whatever ids of other times are made between them.
 */
export function newId(now: Date): string {
  const msecs = now.getTime();
  const seq = (sequences.get(msecs) ?? randomInt(2 ** 31)) + 1;
  sequences.set(msecs, seq);
  return v7({ msecs, seq });
}

/** Returns the name-based UUID (RFC 9562, 5.5) of a name within a namespace, which is a UUID. */
export const idOfName = (namespace: string, name: string): string => v5(name, namespace);

/** Nil UUID (RFC 9562, section 5.9), for a missing part of a key. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** Index and values of the version in a UUID's text: 7 of ids made here, 8 of sandboxes (RFC 9562, sections 5.7 and 5.8). */
const VERSION_AT = 14;
const SANDBOX_VERSION = '8';

const withVersion = (id: string, version: string): string =>
  id.slice(0, VERSION_AT) + version + id.slice(VERSION_AT + 1);

/**
 * Returns the id of an organisation's sandbox, the organisation of its test mode. Both ids differ in the version only, so that no row can
 * claim to be live or a test. `live_organisation` and `is_sandbox` are the same in SQL.
 */
export const sandboxOf = (organisationId: string): string => withVersion(organisationId, SANDBOX_VERSION);

/** Returns true for the id of a sandbox. */
export const isSandbox = (organisationId: string): boolean => organisationId[VERSION_AT] === SANDBOX_VERSION;

/** Returns the id of the organisation that a sandbox belongs to, or the given id of an organisation that is no sandbox. */
export const liveOf = (organisationId: string): string =>
  isSandbox(organisationId) ? withVersion(organisationId, '7') : organisationId;
