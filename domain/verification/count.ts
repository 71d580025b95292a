import { sql } from 'kysely';
import { jsonTable, toJson } from '../../database/json-rows.ts';
import { type Bound, statement } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { makeBatcher } from '../shared/batcher.ts';
import { NIL_ID } from '../shared/ids.ts';

interface Counted {
  organisationId: string;
  id: string;
  templateId: string | null;
}

/**
 * A look at a certificate's page by a person is a view. Any other verification is by a program. The use of the page's button for LinkedIn
 * follows a view, so it is no verification of its own.
 */
type By = 'program' | 'view' | 'linkedIn';

interface Hit {
  organisationId: string;
  certificateId: string;
  templateId: string;
  hits: number;
  views: number;
  linkedIn: number;
}

/** Adds one to a certificate's counters. Resolves after the commit. */
export type CountVerification = (certificate: Counted, by?: By) => Promise<void>;

/**
 * Returns a function that counts verifications. Hits during an upsert share the next one, so that a single certificate can take tens of
 * thousands of hits per second.
 */
export function makeCountVerification(services: Pick<Services, 'em' | 'now'>): CountVerification {
  const add = makeBatcher(async (certificates: readonly (Counted & { by: By })[]) => {
    const hits = new Map<string, Hit>();
    for (const { organisationId, id, templateId, by } of certificates) {
      const of = { organisationId, certificateId: id, templateId: templateId ?? NIL_ID };
      const hit = hits.get(id) ?? { ...of, hits: 0, views: 0, linkedIn: 0 };
      if (by === 'linkedIn') hit.linkedIn++;
      else hit.hits++;
      if (by === 'view') hit.views++;
      hits.set(id, hit);
    }
    // Sorted, so that concurrent statements lock rows in the same order.
    const rows = [...hits.values()].sort((a, b) => (a.certificateId < b.certificateId ? -1 : 1));
    await addHits(services.em(), { hits: toJson(rows, HIT_TYPES), lastAt: services.now() });
  });
  return async ({ organisationId, id, templateId }, by = 'program') =>
    void (await add({ organisationId, id, templateId, by }));
}

const HIT_TYPES = {
  ...{ organisationId: 'uuid', certificateId: 'uuid', templateId: 'uuid' },
  ...{ hits: 'bigint', views: 'bigint', linkedIn: 'bigint' },
} as const;

/** Updates the day's counters last in every statement, so that concurrent statements cannot deadlock. */
const addHits = statement((db, { hits, lastAt }: Bound<{ hits: string; lastAt: Date }>) =>
  db
    .with('days', (inner) =>
      inner
        .insertInto('verification_days')
        .columns(['organisationId', 'day', 'templateId', 'hits', 'views', 'linkedIn'])
        .expression(({ selectFrom }) =>
          selectFrom(jsonTable<Hit>(hits, HIT_TYPES))
            .select(({ fn }) => [
              'r.organisationId',
              sql<string>`(${lastAt}::timestamptz at time zone 'UTC')::date`.as('day'),
              'r.templateId',
              fn.sum<number>('r.hits').as('hits'),
              fn.sum<number>('r.views').as('views'),
              fn.sum<number>('r.linkedIn').as('linkedIn'),
            ])
            .groupBy(['r.organisationId', 'r.templateId'])
            .orderBy('r.organisationId')
            .orderBy('r.templateId'),
        )
        .onConflict((conflict) =>
          conflict.columns(['organisationId', 'day', 'templateId']).doUpdateSet(({ eb, ref }) => ({
            hits: eb('verification_days.hits', '+', ref('excluded.hits')),
            views: eb('verification_days.views', '+', ref('excluded.views')),
            linkedIn: eb('verification_days.linkedIn', '+', ref('excluded.linkedIn')),
          })),
        ),
    )
    .insertInto('verification_counts')
    .columns(['organisationId', 'certificateId', 'hits', 'lastAt', 'views', 'lastViewAt', 'linkedIn'])
    .expression(({ selectFrom }) =>
      selectFrom(jsonTable<Hit>(hits, HIT_TYPES)).select([
        'r.organisationId',
        'r.certificateId',
        'r.hits',
        lastAt.as('lastAt'),
        'r.views',
        sql<Date | null>`case when r.views > 0 then ${lastAt}::timestamptz end`.as('lastViewAt'),
        'r.linkedIn',
      ]),
    )
    .onConflict((conflict) =>
      conflict.columns(['organisationId', 'certificateId']).doUpdateSet(({ eb, ref, fn }) => ({
        hits: eb('verification_counts.hits', '+', ref('excluded.hits')),
        lastAt: sql<Date>`case when excluded.hits > 0 then excluded.last_at else verification_counts.last_at end`,
        views: eb('verification_counts.views', '+', ref('excluded.views')),
        lastViewAt: fn.coalesce('excluded.lastViewAt', 'verification_counts.lastViewAt'),
        linkedIn: eb('verification_counts.linkedIn', '+', ref('excluded.linkedIn')),
      })),
    ),
);
