import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { currentTrace } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { issuerDid } from '../certificates/make-claims.ts';
import { certificateEvent } from '../certificates/make-event.ts';
import type { Services } from '../context.ts';
import { releaseEmails } from '../emails/request.ts';
import type { NewEvent } from '../events/types.ts';
import { sealFiles } from '../seals/record.ts';
import { iso } from '../shared/schemas.ts';
import { publishEvents } from '../webhooks/publish.ts';
import { countProcessed } from './count-processed.ts';
import type { MadeFiles } from './make-files.ts';
import type { Rendering } from './start.ts';

/** A certificate whose files are stored. */
export interface Rendered extends Pick<MadeFiles, 'digests' | 'status'> {
  row: Rendering;
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
    const completed = await completeRows(em, rendered);
    await sealFiles(em, services, completed.map(sealed));
    for (const [trace, own] of Map.groupBy(completed, (one) => one.trace)) {
      const rows = own.map(({ row }) => row);
      // After the update of the rows. A request for an e-mail locks the row, so it is either visible here or sees the row completed.
      await currentTrace.run(trace, () => releaseEmails(em, rows, services.now()));
    }
    const batches = await countInBatches(em, services, completed);
    const ready = completed.map(({ row, trace }) => ({
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

/** Returns the completed ones, one per certificate even if a certificate was rendered twice. */
async function completeRows(em: EntityManager, rendered: readonly Rendered[]): Promise<Rendered[]> {
  // Sorted, so that concurrent transactions lock rows in the same order.
  const sorted = rendered.toSorted(({ row: one }, { row: other }) => (one.id < other.id ? -1 : 1));
  const column = <Value>(of: (one: Rendered) => Value) => sorted.map(of);
  // Not a prepared statement. PostgreSQL would keep a plan for a small table while it grows.
  const { rows } = await sql<{ place: number }>`
    update certificates c set render_status = 'COMPLETED',
      pdf_digest = r.pdf, image_digest = r.png, credential_digest = r.json
    from unnest(${column(({ row }) => row.organisationId)}::uuid[], ${column(({ row }) => row.id)}::uuid[],
      ${column(({ digests }) => digests.pdf)}::bytea[], ${column(({ digests }) => digests.png)}::bytea[],
      ${column(({ digests }) => digests.json)}::bytea[]) with ordinality as r(organisation_id, id, pdf, png, json, place)
    where c.organisation_id = r.organisation_id and c.id = r.id and c.render_status = 'RENDERING'
    returning r.place::int`.execute(database(em));
  return rows.flatMap(({ place }) => sorted[place - 1] ?? []);
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
