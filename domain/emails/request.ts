import { sql } from 'kysely';
import { jsonRows } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { type Bound, database, statement } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { COVERED, isAuthentic, macOf } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import { enqueueInTurn, enqueueOwnEmails } from './enqueue.ts';
import { hasOwnServer } from './find-own-servers.ts';
import { setStatus } from './set-status.ts';

interface Addressed {
  organisationId: string;
  id: string;
  recipientEmail?: string | null | undefined;
}

const REQUESTED = { subjectId: null, status: 'QUEUED' } as const;

const COLUMN_TYPES = { organisationId: 'uuid', id: 'uuid', certificateId: 'uuid', recipient: 'text', mac: 'bytea' };

/** Records requests to e-mail certificates, or their revocations. Each mail is sent once `releaseEmails` queues it. */
export async function requestEmails(
  em: EntityManager,
  services: Services,
  certificates: readonly Addressed[],
  kind: 'CERTIFICATE' | 'REVOCATION' = 'CERTIFICATE',
): Promise<void> {
  const createdAt = services.now();
  const rows = certificates.map(({ organisationId, id: certificateId, recipientEmail: recipient }) => {
    if (!recipient) throw new Error(`certificate ${certificateId} has no e-mail address`);
    return { organisationId, id: newId(createdAt), certificateId, recipient };
  });
  const authenticated = rows.map((row) => ({
    ...row,
    mac: macOf(services, 'emails', { ...row, ...REQUESTED, kind, createdAt }),
  }));
  await database(em)
    .insertInto('emails')
    .columns(['organisationId', 'id', 'certificateId', 'recipient', 'mac', 'templateId', 'kind', 'status', 'createdAt'])
    .expression(({ selectFrom, val }) =>
      selectFrom(jsonRows(authenticated, COLUMN_TYPES))
        .select(['r.organisationId', 'r.id', 'r.certificateId', 'r.recipient', 'r.mac'])
        .select((eb) =>
          eb
            .selectFrom('certificates as c')
            .select('c.templateId')
            .whereRef('c.organisationId', '=', 'r.organisationId')
            .whereRef('c.id', '=', 'r.certificateId')
            .as('templateId'),
        )
        .select([val(kind).as('kind'), val(REQUESTED.status).as('status')])
        .select(val(createdAt).as('createdAt')),
    )
    .execute();
}

/** Queues the requested mails of certificates whose files exist, or are recorded in the caller's transaction. */
export async function releaseEmails(
  em: EntityManager,
  certificates: readonly { organisationId: string; id: string }[],
  now: Date,
): Promise<void> {
  const byOrganisation = Map.groupBy(certificates, (certificate) => certificate.organisationId);
  // Sorted, so that concurrent transactions lock rows in the same order.
  for (const organisationId of [...byOrganisation.keys()].sort()) {
    const certificateIds = byOrganisation.get(organisationId)?.map(({ id }) => id) ?? [];
    const emails = await queuedOf(em, { organisationId, certificateIds });
    if (emails.length === 0) continue;
    if (emails[0]?.isOwn) {
      await enqueueOwnEmails(
        em,
        emails.map(({ id }) => ({ organisationId, id })),
      );
      continue;
    }
    await enqueueInTurn(em, { organisationId, emailIds: emails.map(({ id }) => id), now });
  }
}

const queuedOf = statement(
  (db, { organisationId, certificateIds }: Bound<{ organisationId: string; certificateIds: readonly string[] }>) =>
    db
      .selectFrom('emails as e')
      .innerJoin('organisations as o', 'o.id', 'e.organisationId')
      .select(['e.id', hasOwnServer.as('isOwn')])
      .where('e.organisationId', '=', organisationId)
      .where('e.certificateId', '=', sql<string>`any(${certificateIds}::uuid[])`)
      .where('e.status', '=', 'QUEUED'),
);

/** Cancels the queued e-mails of a certificate, or those requested since a time, with the reason that its history shows. */
export async function abandonEmails(
  em: EntityManager,
  services: Services,
  { organisationId, id: certificateId }: { organisationId: string; id: string },
  error: string,
  since = new Date(0),
): Promise<void> {
  const rows = await database(em)
    .selectFrom('emails')
    .select([...COVERED.emails, 'mac'])
    .where('organisationId', '=', organisationId)
    .where('certificateId', '=', certificateId)
    .where('status', '=', 'QUEUED')
    .where('createdAt', '>=', since)
    .execute();
  for (const row of rows) {
    if (!isAuthentic(services, 'emails', row)) continue;
    await setStatus(em, services, row, {
      ...{
        from: ['QUEUED'],
        status: 'FAILED',
        error,
        endedAt: services.now(),
      },
    });
  }
}
