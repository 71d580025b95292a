import { sql } from 'kysely';
import { jsonTable, toJson } from '../../database/json-rows.ts';
import { type Bound, statement } from '../../database/sql.ts';
import type { Services } from '../context.ts';

interface Hit {
  organisationId: string;
  certificateId: string;
  hits: number;
}

/** Adds one to a certificate's counter and resolves once that is committed. */
export type CountVerification = (certificate: { organisationId: string; id: string }) => Promise<void>;

/**
 * Hits that arrive while an upsert is in flight share the next one, so that one hot certificate takes tens of thousands
 * a second. Rows are touched in the order of their ids, or two statements could wait for each other.
 */
export function makeCountVerification(services: Pick<Services, 'em' | 'now'>): CountVerification {
  let waiting = new Map<string, Hit>();
  let next: Promise<void> | null = null;
  let current: Promise<unknown> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await current.catch(() => undefined);
    const hits = [...waiting.values()].sort((a, b) => (a.certificateId < b.certificateId ? -1 : 1));
    waiting = new Map();
    next = null;
    const write = addHits(services.em(), { hits: toJson(hits, HIT_TYPES), lastAt: services.now() });
    current = write;
    await write;
  };
  return ({ organisationId, id }) => {
    const hit = waiting.get(id) ?? { organisationId, certificateId: id, hits: 0 };
    hit.hits++;
    waiting.set(id, hit);
    next ??= flush();
    return next;
  };
}

const HIT_TYPES = { organisationId: 'uuid', certificateId: 'uuid', hits: 'bigint' } as const;

/** The day's counters are last in every statement, so that none waits for another in a circle. */
const addHits = statement((db, { hits, lastAt }: Bound<{ hits: string; lastAt: Date }>) =>
  db
    .with('days', (inner) =>
      inner
        .insertInto('verification_days')
        .columns(['organisationId', 'day', 'hits'])
        .expression(({ selectFrom }) =>
          selectFrom(jsonTable<Hit>(hits, HIT_TYPES))
            .select(({ fn }) => [
              'r.organisationId',
              sql<string>`(${lastAt}::timestamptz at time zone 'UTC')::date`.as('day'),
              fn.sum<number>('r.hits').as('hits'),
            ])
            .groupBy('r.organisationId')
            .orderBy('r.organisationId'),
        )
        .onConflict((conflict) =>
          conflict.columns(['organisationId', 'day']).doUpdateSet(({ eb, ref }) => ({
            hits: eb('verification_days.hits', '+', ref('excluded.hits')),
          })),
        ),
    )
    .insertInto('verification_counts')
    .columns(['organisationId', 'certificateId', 'hits', 'lastAt'])
    .expression(({ selectFrom }) =>
      selectFrom(jsonTable<Hit>(hits, HIT_TYPES)).select([
        'r.organisationId',
        'r.certificateId',
        'r.hits',
        lastAt.as('lastAt'),
      ]),
    )
    .onConflict((conflict) =>
      conflict.columns(['organisationId', 'certificateId']).doUpdateSet(({ eb, ref }) => ({
        hits: eb('verification_counts.hits', '+', ref('excluded.hits')),
        lastAt: ref('excluded.lastAt'),
      })),
    ),
);
