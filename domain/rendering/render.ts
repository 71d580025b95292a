import { type Bound, statement } from '../../database/sql.ts';
import { publishCertificateEvent } from '../certificates/publish-event.ts';
import type { Services } from '../context.ts';
import { releaseEmails } from '../emails/request.ts';
import { sealFiles } from '../seals/record.ts';
import { countProcessed } from './count-processed.ts';
import { type MadeFiles, makeFiles } from './make-files.ts';
import { type Rendering, startRendering } from './start.ts';
import { storeFiles } from './store-files.ts';

interface Key {
  organisationId: string;
  certificateId: string;
}

/**
 * Makes a certificate's files, stores them, and seals their digests. May run twice, also at the same time: each run has files of
 * its own, as signatures differ, and only one run completes the row.
 */
export async function renderCertificate(services: Services, { organisationId, certificateId: id }: Key): Promise<void> {
  const [row] = await startRendering(services.em(), { organisationId, id });
  if (!row) throw new Error(`certificate ${id}, or what it was issued from, is gone`);
  if (row.renderStatus === 'COMPLETED' || row.renderStatus === 'FAILED') return;
  const files = await makeFiles(services, row);
  const stored = await storeFiles(services, row, files);
  const isCompleted = await complete(services, row, files);
  // What a run that was interrupted has left behind.
  if (isCompleted && row.renderStatus === 'RENDERING') await services.storage.removeOthers(row, stored);
}

/** False where another run was sooner, or the rendering was given up meanwhile. */
async function complete(services: Services, row: Rendering, files: MadeFiles): Promise<boolean> {
  const { pdf, png, json } = files.digests;
  const { organisationId, id } = row;
  return services.em().transactional(async (em) => {
    const [completed] = await completeRow(em, { organisationId, id, pdf, png, json });
    if (!completed) return false;
    await sealFiles(em, services, row, {
      pdfSha256: pdf.toString('hex'),
      imageSha256: png.toString('hex'),
      credentialSha256: json.toString('hex'),
      status: files.status,
    });
    await publishCertificateEvent(em, services, 'certificate.ready', row);
    await releaseEmails(em, organisationId, id);
    await countProcessed(em, services, row, { failed: false });
    return true;
  });
}

interface Completed {
  organisationId: string;
  id: string;
  /** SHA-256 of each file. */
  pdf: Uint8Array;
  png: Uint8Array;
  json: Uint8Array;
}

const completeRow = statement((db, { organisationId, id, pdf, png, json }: Bound<Completed>) =>
  db
    .updateTable('certificates')
    .set({ renderStatus: 'COMPLETED', pdfDigest: pdf, imageDigest: png, credentialDigest: json })
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .where('renderStatus', '=', 'RENDERING')
    .returning('id'),
);
