import { sql } from 'kysely';
import { hasNoJob } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { Violation } from './types.ts';

/** Returns certificates, mails, deliveries and bulk actions that wait for a job that does not exist. */
export async function missingJobs(services: Services): Promise<Violation[]> {
  const db = database(services.em());
  const rows = await db
    .selectFrom('certificates as c')
    .select(['c.organisationId', 'c.id'])
    .select(sql<string>`'the certificate is ' || c.render_status || ' and no job renders it'`.as('message'))
    .where('c.renderStatus', 'in', ['PENDING', 'RENDERING'])
    .where(({ ref }) => hasNoJob('render-certificate', 'certificateId', ref('c.id')))
    .where(({ ref }) => hasNoJob('render-in-turn', 'certificateId', ref('c.id')))
    .unionAll(
      db
        .selectFrom('emails as e')
        .leftJoin('certificates as c', (join) =>
          join.onRef('c.organisationId', '=', 'e.organisationId').onRef('c.id', '=', 'e.certificateId'),
        )
        .select(['e.organisationId', 'e.id'])
        .select(sql<string>`'the e-mail is ' || e.status || ' and no job sends it'`.as('message'))
        .where('e.status', 'in', ['QUEUED', 'SENDING'])
        .where(({ or, eb }) =>
          or([eb('e.certificateId', 'is', null), eb('c.renderStatus', 'in', ['COMPLETED', 'FAILED'])]),
        )
        .where(({ ref }) => hasNoJob('send-email', 'emailId', ref('e.id')))
        .where(({ ref }) => hasNoJob('send-own-email', 'emailId', ref('e.id')))
        .where(({ ref }) => hasNoJob('retry-email', 'emailId', ref('e.id'))),
    )
    .unionAll(
      db
        .selectFrom('webhook_deliveries as d')
        .select(['d.organisationId', 'd.id'])
        .select(sql<string>`'the delivery is PENDING and no job makes it'`.as('message'))
        .where('d.status', '=', 'PENDING')
        .where(({ ref }) => hasNoJob('deliver-webhook', 'deliveryId', ref('d.id'))),
    )
    .unionAll(
      db
        .selectFrom('bulk_actions as b')
        .select(['b.organisationId', 'b.id'])
        .select(sql<string>`'the bulk action is not completed and no job runs it'`.as('message'))
        .where('b.completedAt', 'is', null)
        .where('b.kind', '<>', 'DOWNLOAD')
        .where(({ ref }) => hasNoJob('run-bulk-action', 'actionId', ref('b.id'))),
    )
    .execute();
  return rows.map((row) => ({ invariant: 'work', ...row }));
}
