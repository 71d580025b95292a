import { Certificate } from '../../database/entities/certificate.ts';
import { type Bound, database, statement } from '../../database/sql.ts';
import { publishCertificateEvent } from '../certificates/publish-event.ts';
import type { Services } from '../context.ts';
import { releaseEmails } from '../emails/request.ts';
import { sealFiles } from '../seals/record.ts';
import { countProcessed } from './count-processed.ts';
import { type MadeFiles, makeFiles } from './make-files.ts';
import { storeFiles } from './store-files.ts';

interface Key {
  organisationId: string;
  certificateId: string;
}

/**
 * Makes a certificate's files, stores them, and seals their digests. May run twice, also at the same time: each run has files of
 * its own, as signatures differ, and only one run completes the row.
 */
export async function renderCertificate(services: Services, key: Key): Promise<void> {
  const em = services.em();
  const row = await em.findOne(Certificate, { organisationId: key.organisationId, id: key.certificateId });
  if (!row || row.renderStatus === 'COMPLETED' || row.renderStatus === 'FAILED') return;
  await startRendering(em, { organisationId: row.organisationId, id: row.id });
  const files = await makeFiles(services, row);
  const stored = await storeFiles(services, row, files);
  const isCompleted = await complete(services, row, files);
  // What a run that was interrupted has left behind.
  if (isCompleted && row.renderStatus === 'RENDERING') await services.storage.removeOthers(row, stored);
}

const startRendering = statement((db, { organisationId, id }: Bound<{ organisationId: string; id: string }>) =>
  db
    .updateTable('certificates')
    .set({ renderStatus: 'RENDERING' })
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .where('renderStatus', '=', 'PENDING'),
);

/** False where another run was sooner, or the rendering was given up meanwhile. */
async function complete(services: Services, row: Certificate, files: MadeFiles): Promise<boolean> {
  const { pdf, png, json } = files.digests;
  return services.em().transactional(async (em) => {
    const completed = await database(em)
      .updateTable('certificates')
      .set({ renderStatus: 'COMPLETED', pdfDigest: pdf, imageDigest: png, credentialDigest: json })
      .where('organisationId', '=', row.organisationId)
      .where('id', '=', row.id)
      .where('renderStatus', '=', 'RENDERING')
      .returning('id')
      .executeTakeFirst();
    if (!completed) return false;
    await sealFiles(em, services, row, {
      pdfSha256: pdf.toString('hex'),
      imageSha256: png.toString('hex'),
      credentialSha256: json.toString('hex'),
      status: files.status,
    });
    await publishCertificateEvent(em, services, 'certificate.ready', row);
    await releaseEmails(em, row.organisationId, row.id);
    await countProcessed(em, services, row, { failed: false });
    return true;
  });
}
