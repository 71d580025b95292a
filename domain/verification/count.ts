import { database, jsonRows } from '../../database/sql.ts';
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
    const write = add(services, hits);
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

async function add(services: Pick<Services, 'em' | 'now'>, hits: Hit[]): Promise<void> {
  const rows = jsonRows(hits, { organisationId: 'uuid', certificateId: 'uuid', hits: 'bigint' });
  await database(services.em())
    .insertInto('verification_counts')
    .columns(['organisationId', 'certificateId', 'hits', 'lastAt'])
    .expression(({ selectFrom, val }) =>
      selectFrom(rows).select(['r.organisationId', 'r.certificateId', 'r.hits', val(services.now()).as('lastAt')]),
    )
    .onConflict((conflict) =>
      conflict.columns(['organisationId', 'certificateId']).doUpdateSet(({ eb, ref }) => ({
        hits: eb('verification_counts.hits', '+', ref('excluded.hits')),
        lastAt: ref('excluded.lastAt'),
      })),
    )
    .execute();
}
