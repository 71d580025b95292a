import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { Violation } from './violation.ts';

/**
 * One `certificate.ready` per certificate and one `batch.completed` per batch for each webhook that chose them. The log
 * has the last 30 days; what happened before the webhook was last changed is not checked.
 */
export async function eventViolations(services: Services): Promise<Violation[]> {
  const recently = new Date(services.now().getTime() - 29 * 24 * 60 * 60 * 1000);
  const rows = await database(services.em())
    .with('due', (db) =>
      db
        .selectFrom('seals')
        .select([
          'organisationId',
          'certificateId as id',
          sql<string>`'certificate.ready'`.as('event'),
          sql<Date | null>`created_at`.as('at'),
        ])
        .where('number', '=', 0)
        .where('createdAt', '>', recently)
        .unionAll(
          db
            .selectFrom('batches')
            .select(['organisationId', 'id', sql<string>`'batch.completed'`.as('event'), 'completedAt as at'])
            .where('completedAt', '>', recently),
        ),
    )
    .selectFrom('due')
    .innerJoin('webhooks as w', (join) =>
      join.onRef('w.organisationId', '=', 'due.organisationId').on('w.events', '@>', sql<string[]>`array[due.event]`),
    )
    .leftJoin('webhook_deliveries as d', (join) =>
      join
        .onRef('d.organisationId', '=', 'due.organisationId')
        .onRef('d.subjectId', '=', 'due.id')
        .onRef('d.webhookId', '=', 'w.id')
        .onRef('d.event', '=', 'due.event'),
    )
    .select(({ fn }) => [
      'due.organisationId',
      'due.id',
      'due.event',
      'w.id as webhookId',
      fn.count<number>('d.id').as('deliveries'),
    ])
    .groupBy(['due.organisationId', 'due.id', 'due.event', 'due.at', 'w.id', 'w.updatedAt'])
    .having(sql<boolean>`count(d.id) > 1 or (count(d.id) = 0 and due.at > w.updated_at + interval '1 minute')`)
    .execute();
  return rows.map(({ organisationId, id, event, webhookId, deliveries }) => ({
    invariant: 'events',
    organisationId,
    id,
    message: `${event} has ${deliveries} deliveries to the webhook ${webhookId}, not 1`,
  }));
}
