import { sql } from 'kysely';
import type { Certificate, CertificateData } from '../../database/entities/certificate.ts';
import type { CertificateRevision } from '../../database/entities/certificate-revision.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { ActingContext, Services } from '../context.ts';
import { assertAuthentic, COVERED, macOf, NotAuthenticError } from '../shared/authentic-rows.ts';

/** Columns that a correction can change, with the forms in which a former revision keeps them. */
const KEPT = {
  revision: 'plain',
  templateVersion: 'plain',
  templateName: 'plain',
  issuerName: 'plain',
  address: 'plain',
  recipientName: 'plain',
  recipientEmail: 'plain',
  recipientId: 'plain',
  recipientDigest: 'bytes',
  variables: 'plain',
  verificationHash: 'bytes',
  nonce: 'bytes',
  awardedOn: 'plain',
  expiresAt: 'time',
  pdfDigest: 'bytes',
  imageDigest: 'bytes',
  credentialDigest: 'bytes',
  statusNumber: 'plain',
  filesEdition: 'plain',
  credentialEdition: 'plain',
} as const satisfies { [Column in keyof CertificateData]?: 'plain' | 'bytes' | 'time' };

type Key = Pick<CertificateRevision, 'organisationId' | 'certificateId'>;

/** Records the revision in force of a certificate as a former one, with its values, before a correction replaces it. */
export async function keepRevision(
  em: EntityManager,
  context: ActingContext,
  row: Certificate,
  { reason, changed }: { reason: string; changed: string[] },
): Promise<void> {
  const { organisationId, id: certificateId, revision, verificationHash } = row;
  const { id: actorId, name: actorName } = context.actor;
  const kept = {
    ...{ organisationId, certificateId, revision, verificationHash, actorId, actorName, reason, changed },
    ...{ createdAt: context.now(), former: textOf(row) },
  };
  await database(em)
    .insertInto('certificate_revisions')
    .values({
      ...kept,
      changed: sql<string[]>`${JSON.stringify(changed)}::jsonb`,
      mac: macOf(context, 'certificate_revisions', kept),
    })
    .execute();
}

/**
 * Returns the values of the former revision with this hash, and records the revision in force in its place. Throws NotAuthenticError if it
 * was changed outside Laurel.
 */
export async function swapRevision(
  em: EntityManager,
  services: Services,
  row: Certificate,
  hash: string,
): Promise<Partial<CertificateData>> {
  const kept = (await formersOf(em, { organisationId: row.organisationId, certificateId: row.id })).find(
    ({ verificationHash }) => Buffer.from(verificationHash).toString('hex') === hash,
  );
  if (kept?.former == null) throw new NotAuthenticError('certificate_revisions');
  assertAuthentic(services, 'certificate_revisions', kept);
  const { revision, verificationHash } = row;
  await write(em, services, kept, { ...kept, revision, verificationHash, former: null });
  return valuesOf(kept.former);
}

/** Erases the values of a certificate's former revisions. */
export async function forgetValues(
  em: EntityManager,
  services: Services,
  { organisationId, id: certificateId }: { organisationId: string; id: string },
): Promise<void> {
  for (const kept of await formersOf(em, { organisationId, certificateId })) {
    if (kept.former === null) continue;
    assertAuthentic(services, 'certificate_revisions', kept);
    await write(em, services, kept, { ...kept, former: null });
  }
}

const formersOf = (em: EntityManager, { organisationId, certificateId }: Key) =>
  database(em)
    .selectFrom('certificate_revisions')
    .select([...COVERED.certificate_revisions, 'mac'])
    .where('organisationId', '=', organisationId)
    .where('certificateId', '=', certificateId)
    .orderBy('revision')
    .execute();

type Kept = Awaited<ReturnType<typeof formersOf>>[number];

async function write(em: EntityManager, services: Services, kept: Kept, next: Kept): Promise<void> {
  const { revision, verificationHash, former } = next;
  await database(em)
    .updateTable('certificate_revisions')
    .set({ revision, verificationHash, former, mac: macOf(services, 'certificate_revisions', next) })
    .where('organisationId', '=', kept.organisationId)
    .where('certificateId', '=', kept.certificateId)
    .where('revision', '=', kept.revision)
    .execute();
}

const textOf = (row: Certificate): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(KEPT).map(([column, form]) => {
        const value: unknown = row[column as keyof typeof KEPT];
        return [
          column,
          form === 'bytes' && value ? Buffer.from(value as Uint8Array).toString('base64') : (value ?? null),
        ];
      }),
    ),
  );

function valuesOf(text: string): Partial<CertificateData> {
  const stored = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(KEPT).map(([column, form]) => {
      const value = stored[column];
      if (value === null || form === 'plain') return [column, value];
      return [column, form === 'bytes' ? Buffer.from(String(value), 'base64') : new Date(String(value))];
    }),
  );
}
