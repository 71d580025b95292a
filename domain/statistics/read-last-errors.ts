import { type NotNull, sql } from 'kysely';
import { z } from 'zod';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { DateTime, iso, Uuid } from '../shared/schemas.ts';

/** Number of newest certificates and e-mails searched for pending and failed ones, so that the cost does not grow with their total. */
export const SEARCHED = 10_000;
const SHOWN_ERRORS = 5;

export const LastError = z.object({
  kind: z.enum(['certificate', 'email', 'webhook']),
  id: Uuid.describe('Id of the certificate or the webhook'),
  about: z.string(),
  message: z.string(),
  at: DateTime,
});
export type LastError = z.infer<typeof LastError>;

type Kind = LastError['kind'];
const kindAs = (kind: Kind) => sql<Kind>`${sql.lit(kind)}`.as('kind');

/** Number of a webhook's newest deliveries searched for the last attempt. Each failed delivery has several attempts. */
const SEARCHED_DELIVERIES = 50;

/** Returns a query for the time of a webhook's last attempt; null if its deliveries are already deleted. */
const lastAttempt = (db: ReturnType<typeof database>) =>
  db
    .selectFrom(({ selectFrom }) =>
      selectFrom('webhook_deliveries')
        .select(['organisationId', 'id'])
        .whereRef('webhook_deliveries.organisationId', '=', 'webhooks.organisationId' as never)
        .whereRef('webhook_deliveries.webhookId', '=', 'webhooks.id' as never)
        .orderBy('id', 'desc')
        .limit(SEARCHED_DELIVERIES)
        .as('d'),
    )
    .innerJoin('webhook_attempts as a', (join) =>
      join.onRef('a.organisationId', '=', 'd.organisationId').onRef('a.deliveryId', '=', 'd.id'),
    )
    .select(({ fn }) => fn.max('a.attemptedAt').as('at'));

/** Returns the last errors of the newest certificates and e-mails and of all webhooks, latest first. */
export async function lastErrors(em: EntityManager, { organisationId }: DomainContext): Promise<LastError[]> {
  const db = database(em);
  const rows = await db
    .with('certificate_errors', () =>
      db
        .selectFrom(({ selectFrom }) =>
          selectFrom('certificates')
            .selectAll()
            .where('organisationId', '=', organisationId)
            .orderBy('id', 'desc')
            .limit(SEARCHED)
            .as('c'),
        )
        .select([kindAs('certificate'), 'id', 'recipientName as about'])
        .select(sql<string>`'couldn’t be rendered'`.as('message'))
        .select('createdAt as at')
        .where('renderStatus', '=', 'FAILED')
        .orderBy('id', 'desc')
        .limit(SHOWN_ERRORS),
    )
    .with('email_errors', () =>
      db
        .selectFrom(({ selectFrom }) =>
          selectFrom('emails')
            .selectAll()
            .$narrowType<{ certificateId: NotNull; recipient: NotNull }>()
            .where('organisationId', '=', organisationId)
            .where('kind', '=', 'CERTIFICATE')
            .orderBy('id', 'desc')
            .limit(SEARCHED)
            .as('e'),
        )
        .select([kindAs('email'), 'certificateId as id', 'recipient as about'])
        .select(sql<string>`coalesce(error, 'wasn’t sent')`.as('message'))
        .select(({ fn }) => fn.coalesce('endedAt', 'createdAt').as('at'))
        .where('status', 'in', ['BOUNCED', 'FAILED', 'UNCERTAIN'])
        .orderBy('at', 'desc')
        .limit(SHOWN_ERRORS),
    )
    .with('webhook_errors', () =>
      db
        .selectFrom('webhooks')
        .select([kindAs('webhook'), 'id', 'name as about'])
        .select(sql<string>`'isn’t responding: the last ' || error_count || ' deliveries failed'`.as('message'))
        .select(({ fn }) => fn.coalesce(lastAttempt(db), 'updatedAt').as('at'))
        .where('organisationId', '=', organisationId)
        .where('status', '<>', 'ACTIVE')
        .orderBy('at', 'desc')
        .limit(SHOWN_ERRORS),
    )
    .selectFrom('certificate_errors')
    .selectAll()
    .unionAll(({ selectFrom }) => selectFrom('email_errors').selectAll())
    .unionAll(({ selectFrom }) => selectFrom('webhook_errors').selectAll())
    .orderBy('at', 'desc')
    .limit(SHOWN_ERRORS)
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, at: iso(at) }));
}
