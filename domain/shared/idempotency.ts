import { sql } from 'kysely';
import { z } from 'zod';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { takeTurn } from '../../database/turns.ts';
import { fault } from '../../errors/from-zod.ts';
import type { DomainContext } from '../context.ts';
import { refusal } from '../errors.ts';
import { NotAuthenticError } from './authentic-rows.ts';
import { canonicalJson, sha256 } from './crypto.ts';

/** The `Idempotency-Key` of a call, and a callback for replayed responses. */
export interface Idempotency {
  key: string;
  onReplay(): void;
}

export const IdempotencyKey = z
  .string()
  .refine((text) => /^[\x20-\x7e]{1,255}$/.test(text), fault('not_a_key'))
  .describe('Repeated calls with the same key return the first response; kept for 24 hours');

/** Lifetime of a recorded response in ms. */
export const KEPT_MS = 24 * 60 * 60 * 1000;

type WithKey = DomainContext & { idempotency?: Idempotency | undefined };

/** Returns the recorded response to the same call, if any, even if the call would fail by now. */
export async function earlierAnswer<Answer>(context: WithKey, route: string, body: unknown): Promise<Answer | null> {
  if (!context.idempotency) return null;
  return replay<Answer>(context.em(), context, context.idempotency, route, sha256(canonicalJson(body)));
}

/**
 * Runs `effect` once per key, in a transaction that takes the organisation's turn. The response is recorded in the same transaction.
 * IDEMPOTENCY_CONFLICT for another body or a call in progress.
 */
export async function once<Answer>(
  context: WithKey,
  route: string,
  body: unknown,
  effect: (em: EntityManager) => Promise<Answer>,
): Promise<Answer> {
  const { idempotency, organisationId } = context;
  const inTransaction = (work: typeof effect) => takeTurn(organisationId, () => context.em().transactional(work));
  if (!idempotency) return inTransaction(effect);
  const digest = sha256(canonicalJson(body));
  return inTransaction(async (em) => {
    await lock(em, `${organisationId} ${route} ${idempotency.key}`);
    const earlier = await replay<Answer>(em, context, idempotency, route, digest);
    if (earlier) return earlier;
    const answer = await effect(em);
    // Replaces the row of an expired key.
    await database(em)
      .insertInto('idempotency_keys')
      .values({
        organisationId,
        route,
        key: idempotency.key,
        requestDigest: digest,
        response: context.vault.seal(JSON.stringify(answer), placeOf(context, route, idempotency.key, digest)),
        createdAt: context.now(),
      })
      .onConflict((conflict) =>
        conflict.columns(['organisationId', 'route', 'key']).doUpdateSet(({ ref }) => ({
          requestDigest: ref('excluded.requestDigest'),
          response: ref('excluded.response'),
          createdAt: ref('excluded.createdAt'),
        })),
      )
      .execute();
    return answer;
  });
}

/** Rejects a concurrent call immediately instead of waiting. */
async function lock(em: EntityManager, name: string): Promise<void> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${sha256(name).readBigInt64BE(0)}) as locked`.execute(database(em));
  if (!rows[0]?.locked) throw refusal('key_in_flight');
}

async function replay<Answer>(
  em: EntityManager,
  context: DomainContext,
  { key, onReplay }: Idempotency,
  route: string,
  digest: Buffer,
): Promise<Answer | null> {
  const { organisationId } = context;
  const recorded = await database(em)
    .selectFrom('idempotency_keys')
    .select(['requestDigest', 'response'])
    .where('organisationId', '=', organisationId)
    .where('route', '=', route)
    .where('key', '=', key)
    .where('createdAt', '>', new Date(context.now().getTime() - KEPT_MS))
    .executeTakeFirst();
  if (!recorded) return null;
  if (!digest.equals(recorded.requestDigest)) throw refusal('key_reused');
  const answer = openAnswer(context, recorded.response, placeOf(context, route, key, digest));
  onReplay();
  return JSON.parse(answer) as Answer;
}

/** Returns a recorded response. NotAuthenticError if it is not the one of this call. */
function openAnswer({ vault }: DomainContext, sealed: Uint8Array, place: string): string {
  try {
    return vault.open(sealed, place);
  } catch {
    throw new NotAuthenticError('idempotency_keys');
  }
}

const placeOf = ({ organisationId }: DomainContext, route: string, key: string, digest: Buffer): string =>
  `idempotency ${organisationId} ${route} ${key} ${digest.toString('hex')}`;
