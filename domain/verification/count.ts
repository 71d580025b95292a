import { sql } from 'kysely';
import { jsonTable, toJson } from '../../database/json-rows.ts';
import { type Bound, statement } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { makeBatcher } from '../shared/batcher.ts';

interface Counted {
  organisationId: string;
  id: string;
}

/** A look at a certificate's page by a person is a view. Any other verification is by a program. */
type By = 'program' | 'view';

interface Hit {
  organisationId: string;
  certificateId: string;
  hits: number;
  views: number;
}

/** Adds one to a certificate's counter of verifications, and to that of views if it is one. Resolves after the commit. */
export type CountVerification = (certificate: Counted, by?: By) => Promise<void>;

/**
 * Returns a function that counts verifications. Hits during an upsert share the next one, so that a single certificate can take tens of
 * thousands of hits per second.
 */
export function makeCountVerification(services: Pick<Services, 'em' | 'now'>): CountVerification {
  const add = makeBatcher(async (certificates: readonly (Counted & { by: By })[]) => {
    const hits = new Map<string, Hit>();
    for (const { organisationId, id, by } of certificates) {
      const hit = hits.get(id) ?? { organisationId, certificateId: id, hits: 0, views: 0 };
      hit.hits++;
      if (by === 'view') hit.views++;
      hits.set(id, hit);
    }
    // Sorted, so that concurrent statements lock rows in the same order.
    const rows = [...hits.values()].sort((a, b) => (a.certificateId < b.certificateId ? -1 : 1));
    await addHits(services.em(), { hits: toJson(rows, HIT_TYPES), lastAt: services.now() });
  });
  return async ({ organisationId, id }, by = 'program') => void (await add({ organisationId, id, by }));
}

const HIT_TYPES = { organisationId: 'uuid', certificateId: 'uuid', hits: 'bigint', views: 'bigint' } as const;

/** Updates the day's counters last in every statement, so that concurrent statements cannot deadlock. */
const addHits = statement((db, { hits, lastAt }: Bound<{ hits: string; lastAt: Date }>) =>
  db
    .with('days', (inner) =>
      inner
        .insertInto('verification_days')
        .columns(['organisationId', 'day', 'hits', 'views'])
        .expression(({ selectFrom }) =>
          selectFrom(jsonTable<Hit>(hits, HIT_TYPES))
            .select(({ fn }) => [
              'r.organisationId',
              sql<string>`(${lastAt}::timestamptz at time zone 'UTC')::date`.as('day'),
              fn.sum<number>('r.hits').as('hits'),
              fn.sum<number>('r.views').as('views'),
            ])
            .groupBy('r.organisationId')
            .orderBy('r.organisationId'),
        )
        .onConflict((conflict) =>
          conflict.columns(['organisationId', 'day']).doUpdateSet(({ eb, ref }) => ({
            hits: eb('verification_days.hits', '+', ref('excluded.hits')),
            views: eb('verification_days.views', '+', ref('excluded.views')),
          })),
        ),
    )
    .insertInto('verification_counts')
    .columns(['organisationId', 'certificateId', 'hits', 'lastAt', 'views', 'lastViewAt'])
    .expression(({ selectFrom }) =>
      selectFrom(jsonTable<Hit>(hits, HIT_TYPES)).select([
        'r.organisationId',
        'r.certificateId',
        'r.hits',
        lastAt.as('lastAt'),
        'r.views',
        sql<Date | null>`case when r.views > 0 then ${lastAt}::timestamptz end`.as('lastViewAt'),
      ]),
    )
    .onConflict((conflict) =>
      conflict.columns(['organisationId', 'certificateId']).doUpdateSet(({ eb, ref, fn }) => ({
        hits: eb('verification_counts.hits', '+', ref('excluded.hits')),
        lastAt: ref('excluded.lastAt'),
        views: eb('verification_counts.views', '+', ref('excluded.views')),
        lastViewAt: fn.coalesce('excluded.lastViewAt', 'verification_counts.lastViewAt'),
      })),
    ),
);
