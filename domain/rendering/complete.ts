import { sql } from 'kysely';
import { Certificate } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { currentTrace } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { issuerDid } from '../certificates/make-claims.ts';
import { certificateEvent } from '../certificates/make-event.ts';
import type { Services } from '../context.ts';
import { releaseEmails } from '../emails/request.ts';
import type { NewEvent } from '../events/types.ts';
import type { SealedFacts } from '../seals/follow-chain.ts';
import { sealFiles } from '../seals/record.ts';
import { iso } from '../shared/schemas.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { countProcessed } from './count-processed.ts';
import type { MadeFiles } from './make-files.ts';
import { sealEdition } from './seal-edition.ts';
import type { Renderable } from './start.ts';

/** A certificate whose files are stored. */
export interface Rendered extends Pick<MadeFiles, 'digests' | 'status'> {
  row: Renderable;
  /** Content of the seals when the rendering began. */
  facts: SealedFacts;
  /** Trace of the rendering. */
  trace: string | undefined;
}

/**
 * Completes certificates in one transaction. Seals the digests of their files, releases requested e-mails, counts the certificates in their
 * batches and publishes events, with those of completed batches last. The number of statements grows with organisations, batches and
 * traces, not with certificates. Returns false for certificates that another run completed or that failed in the meantime.
 */
export async function completeCertificates(services: Services, rendered: readonly Rendered[]): Promise<boolean[]> {
  return services.em().transactional(async (em) => {
    const { completed, first, later } = await completeRows(em, rendered);
    await sealFiles(em, services, first.map(sealed));
    for (const one of later) await sealLater(em, services, one);
    // Sorted, so that concurrent transactions lock rows in the same order.
    const byOrganisation = completed.toSorted(({ row: one }, { row: other }) =>
      one.organisationId < other.organisationId ? -1 : 1,
    );
    for (const [trace, own] of Map.groupBy(byOrganisation, (one) => one.trace)) {
      const rows = own.map(({ row }) => row);
      // After the update of the rows. A request for an e-mail locks the row, so it is either visible here or sees the row completed.
      await currentTrace.run(trace, () => releaseEmails(em, rows, services.jobTime()));
    }
    const ended = completed.filter(({ facts }) => facts.editions.length === 0);
    const batches = await countInBatches(em, services, ended);
    // Once per revision: later editions differ in their expiry only. An import was announced as such.
    const revised = completed.filter(
      ({ facts, row }) => facts.files === null && !(row.importPayment !== null && row.revision === 1),
    );
    const ready = revised.map(({ row, trace }) => ({
      ...certificateEvent('certificate.ready', { ...row, renderStatus: 'COMPLETED' }),
      trace,
    }));
    await publishEvents(em, services, [...ready, ...batches]);
    return rendered.map((one) => completed.includes(one));
  });
}

const sealed = ({ row, digests: { pdf, png, json }, status }: Rendered) => ({
  certificate: row,
  contents: {
    pdfSha256: pdf.toString('hex'),
    imageSha256: png.toString('hex'),
    credentialSha256: json.toString('hex'),
    issuer: issuerDid(row.address, row.organisationId),
    status,
    ...(row.expiresAt && { expiresAt: iso(row.expiresAt) }),
  },
});

async function sealLater(em: EntityManager, services: Services, rendered: Rendered): Promise<void> {
  const { organisationId, id } = rendered.row;
  const row = await em.findOneOrFail(Certificate, { organisationId, id });
  const changed = rendered.facts.files ? 'all' : 'none';
  await sealEdition(em, services, row, { contents: sealed(rendered).contents, changed });
}

interface CompletedRows {
  /** One per certificate, even if a certificate was rendered twice. */
  completed: Rendered[];
  /** Certificates without a previous statement, and all others. */
  first: Rendered[];
  later: Rendered[];
}

/** Completes the rows that still have the content from which their files were made. */
async function completeRows(em: EntityManager, rendered: readonly Rendered[]): Promise<CompletedRows> {
  // Sorted, so that concurrent transactions lock rows in the same order.
  const sorted = rendered.toSorted(({ row: one }, { row: other }) => (one.id < other.id ? -1 : 1));
  const column = <Value>(of: (one: Rendered) => Value) => sorted.map(of);
  // Not a prepared statement. PostgreSQL would keep a plan for a small table while it grows.
  const { rows } = await sql<{ place: number; statementNumber: number }>`
    update certificates c set render_status = 'COMPLETED',
      pdf_digest = r.pdf, image_digest = r.png, credential_digest = r.json
    from unnest(${column(({ row }) => row.organisationId)}::uuid[], ${column(({ row }) => row.id)}::uuid[],
      ${column(({ digests }) => digests.pdf)}::bytea[], ${column(({ digests }) => digests.png)}::bytea[],
      ${column(({ digests }) => digests.json)}::bytea[], ${column(({ row }) => row.verificationHash)}::bytea[],
      ${column(({ row }) => row.expiresAt)}::timestamptz[], ${column(({ row }) => row.statusNumber)}::bigint[])
      with ordinality as r(organisation_id, id, pdf, png, json, hash, expires_at, status_number, place)
    where c.organisation_id = r.organisation_id and c.id = r.id and c.render_status = 'RENDERING'
      and c.verification_hash = r.hash and c.expires_at is not distinct from r.expires_at and c.status_number = r.status_number
    returning r.place::int, c.statement_number`.execute(database(em));
  const completed = rows.flatMap(({ place, statementNumber }) => {
    const one = sorted[place - 1];
    return one ? { one, isFirst: statementNumber === 0 } : [];
  });
  const only = (isFirst: boolean) => completed.filter((each) => each.isFirst === isFirst).map(({ one }) => one);
  return { completed: completed.map(({ one }) => one), first: only(true), later: only(false) };
}

async function countInBatches(
  em: EntityManager,
  services: Services,
  completed: readonly Rendered[],
): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  const batches = Map.groupBy(completed, ({ row }) => row.batchId ?? '');
  batches.delete('');
  // Sorted, so that concurrent transactions lock rows in the same order.
  for (const batchId of [...batches.keys()].sort()) {
    const own = batches.get(batchId) ?? [];
    const last = own.at(-1);
    if (!last) continue;
    const counted = { organisationId: last.row.organisationId, batchId, completed: own.length, failed: 0 };
    const counts = await currentTrace.run(last.trace, () => countProcessed(em, services, counted));
    events.push(...counts.map((event) => ({ ...event, trace: last.trace })));
  }
  return events;
}
