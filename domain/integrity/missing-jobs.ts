import { sql } from 'kysely';
import { hasNoJob } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { Violation } from './violation.ts';

/** Stands for the organisation of an account mail that belongs to none. */
const NO_ORGANISATION = '00000000-0000-0000-0000-000000000000';

/** Certificates, mails and deliveries that wait for a job that does not exist. */
export async function missingJobs(services: Services): Promise<Violation[]> {
  const db = database(services.em());
  const rows = await db
    .selectFrom('certificates as c')
    .select(['c.organisationId', 'c.id'])
    .select(sql<string>`'the certificate is ' || c.render_status || ' and no job renders it'`.as('message'))
    .where('c.renderStatus', 'in', ['PENDING', 'RENDERING'])
    .where(({ ref }) => hasNoJob('render-certificate', 'certificateId', ref('c.id')))
    .unionAll(
      db
        .selectFrom('emails as e')
        .innerJoin('certificates as c', (join) =>
          join.onRef('c.organisationId', '=', 'e.organisationId').onRef('c.id', '=', 'e.certificateId'),
        )
        .select(['e.organisationId', 'e.id'])
        .select(sql<string>`'the e-mail is ' || e.status || ' and no job sends it'`.as('message'))
        .where('e.status', 'in', ['QUEUED', 'SENDING'])
        .where('c.renderStatus', 'in', ['COMPLETED', 'FAILED'])
        .where(({ ref }) => hasNoJob('send-email', 'emailId', ref('e.id'))),
    )
    .unionAll(
      db
        .selectFrom('account_mails as a')
        .select([sql<string>`coalesce(a.organisation_id, ${NO_ORGANISATION})`.as('organisationId'), 'a.id'])
        .select(sql<string>`'the account mail is ' || a.status || ' and no job sends it'`.as('message'))
        .where('a.status', 'in', ['QUEUED', 'SENDING'])
        .where(({ ref }) => hasNoJob('send-account-mail', 'accountMailId', ref('a.id'))),
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
        .select(sql<string>`'the action on many certificates is not done and no job does it'`.as('message'))
        .where('b.completedAt', 'is', null)
        .where('b.kind', '<>', 'DOWNLOAD')
        .where(({ ref }) => hasNoJob('run-bulk-action', 'actionId', ref('b.id'))),
    )
    .execute();
  return rows.map((row) => ({ invariant: 'work', ...row }));
}
