import { LRUCache } from 'lru-cache';
import { ApiKey } from '../../database/entities/api-key.ts';
import { database } from '../../database/sql.ts';
import { hasEnded } from '../audit/find-endings.ts';
import type { Person, Services } from '../context.ts';
import { refusal } from '../errors.ts';
import { isAuthentic, macOf } from '../shared/authentic-rows.ts';
import { keyCaller } from '../shared/caller-name.ts';
import { atMost } from '../shared/entries.ts';
import { hashKey, isWellFormedKey } from './make-key.ts';

/** The caller: an API key, or a person in the dashboard. */
export interface Principal {
  organisationId: string;
  /** Id of the key or the person. Rate limits count by it. */
  callerId: string;
  /** Name in the audit log. */
  callerName: string;
  /** The person; null for a key. */
  person: Person | null;
  /** Scopes of a key, or permissions of a person's role. */
  scopes: readonly string[];
}

/** Cache lifetime of a key's row. A revocation takes effect within 1 s. */
const REMEMBERED_MS = 800;
const LAST_USED_STEP_MS = 60_000;

/** Returns a function that checks a bearer key: UNAUTHORIZED or KEY_EXPIRED (specification 5.4). Unknown keys are not cached. */
export function makeAuthenticate(services: Services): (authorization: string | undefined) => Promise<Principal> {
  const find = async (key: string): Promise<ApiKey | undefined> => {
    const { current, others } = services.peppers;
    const keyHash = hashKey(key, current);
    const hashes = [keyHash, ...others.map((pepper) => hashKey(key, pepper))];
    // Revoked and unknown keys take the same path, so that response times do not distinguish them.
    const row = await services.em().findOne(ApiKey, { keyHash: { $in: hashes }, revokedAt: null });
    if (!row || !(await isLive(services, row))) return undefined;
    if (!keyHash.equals(row.keyHash)) await rehash(services, row, keyHash);
    await noteUse(services, row);
    return row;
  };
  // Concurrent calls share one look-up. All streams of a key are checked at the same time.
  const rows = new LRUCache<string, ApiKey>({
    ...atMost(10_000),
    ttl: REMEMBERED_MS,
    fetchMethod: find,
    ignoreFetchAbort: true,
  });
  return async (authorization) => {
    const [, key] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
    if (!key) throw refusal('no_key');
    const row = isWellFormedKey(key) ? await rows.fetch(key) : undefined;
    if (!row) throw refusal('unknown_key');
    if (row.expiresAt && row.expiresAt <= services.now()) throw refusal('key_expired');
    await services.sandboxes.load(row.organisationId);
    return {
      organisationId: row.organisationId,
      callerId: row.id,
      callerName: keyCaller(row.name),
      person: null,
      scopes: row.scopes,
    };
  };
}

/** Returns false for a key whose row was changed outside Laurel, and for a revoked key, whatever its row says now. */
async function isLive(services: Services, row: ApiKey): Promise<boolean> {
  if (!isAuthentic(services, 'api_keys', row)) {
    services.meter.security('an API key was refused: its row was changed outside Laurel', {
      organisationId: row.organisationId,
      id: row.id,
    });
    return false;
  }
  const ended = await database(services.em())
    .selectFrom('api_keys')
    .select('id')
    .where('organisationId', '=', row.organisationId)
    .where('id', '=', row.id)
    .where(hasEnded({ organisationId: 'api_keys.organisationId', subject: 'api_keys.id', since: 'api_keys.createdAt' }))
    .executeTakeFirst();
  return ended === undefined;
}

/** Hashes a key under the current pepper. Former peppers are no longer needed once every key has been used. */
async function rehash(services: Services, row: ApiKey, keyHash: Uint8Array): Promise<void> {
  const { organisationId, id } = row;
  await database(services.em())
    .updateTable('api_keys')
    .set({ keyHash, mac: macOf(services, 'api_keys', { ...row, keyHash }) })
    .where('mac', '=', row.mac)
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .execute();
}

/** Records the last use, rounded to the minute to spare a write per request. */
async function noteUse(services: Services, row: ApiKey): Promise<void> {
  const now = services.now();
  if (row.lastUsedAt && Math.abs(now.getTime() - row.lastUsedAt.getTime()) < LAST_USED_STEP_MS) return;
  await database(services.em())
    .updateTable('api_keys')
    .set({ lastUsedAt: now })
    .where('organisationId', '=', row.organisationId)
    .where('id', '=', row.id)
    .execute();
}
