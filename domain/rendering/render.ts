import { Certificate } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { claimsOf, placeholderValues, sealBytes } from '../certificates/claims.ts';
import { fileKey } from '../certificates/files.ts';
import { publishCertificateEvent } from '../certificates/publish-event.ts';
import type { RenderRequest, Services } from '../context.ts';
import { releaseEmails } from '../emails/request.ts';
import { sha256 } from '../shared/crypto.ts';
import { iso } from '../shared/schemas.ts';
import { loadDesign } from '../templates/current-version.ts';
import { countProcessed } from './count-processed.ts';

interface Key {
  organisationId: string;
  certificateId: string;
}

/**
 * Renders both files, stores them, and seals their digests. May run twice: rendering is deterministic, what is stored
 * under a key never changes, and only one run completes the row.
 */
export async function renderCertificate(services: Services, key: Key): Promise<void> {
  const em = services.em();
  const row = await em.findOne(Certificate, { organisationId: key.organisationId, id: key.certificateId });
  if (!row || row.renderStatus === 'COMPLETED' || row.renderStatus === 'FAILED') return;
  await database(em)
    .updateTable('certificates')
    .set({ renderStatus: 'RENDERING' })
    .where('organisationId', '=', row.organisationId)
    .where('id', '=', row.id)
    .where('renderStatus', '=', 'PENDING')
    .execute();
  const { pdf, image } = await services.renderer.render(await renderRequest(services, em, row));
  await Promise.all([services.storage.put(fileKey(row, 'pdf'), pdf), services.storage.put(fileKey(row, 'png'), image)]);
  await complete(services, row, sha256(pdf), sha256(image));
}

async function renderRequest(services: Services, em: EntityManager, row: Certificate): Promise<RenderRequest> {
  const { templateOrganisationId: organisationId, templateId, templateVersion: version } = row;
  const found = await database(em)
    .selectFrom('templates as t')
    .innerJoin('template_versions as v', (join) =>
      join.onRef('v.organisationId', '=', 't.organisationId').onRef('v.templateId', '=', 't.id'),
    )
    .innerJoin('organisations as o', (join) => join.on('o.id', '=', row.organisationId))
    .select(['t.name', 'v.digest', 'o.organizationName'])
    .where('t.organisationId', '=', organisationId)
    .where('t.id', '=', templateId)
    .where('v.version', '=', version)
    .executeTakeFirst();
  if (!found) throw new Error(`version ${version} of template ${templateId} is gone`);
  const hash = Buffer.from(row.verificationHash).toString('hex');
  const digest = Buffer.from(found.digest).toString('hex');
  return {
    digest,
    design: () => loadDesign(services.em(), { organisationId, templateId, version }),
    values: placeholderValues(services, claimsOf(row, digest), hash, found.organizationName),
    info: {
      title: `${found.name} – ${row.recipientName}`,
      author: found.organizationName ?? '',
      createdAt: row.createdAt,
    },
  };
}

async function complete(services: Services, row: Certificate, pdfDigest: Buffer, imageDigest: Buffer): Promise<void> {
  const sealedAt = services.now();
  const seal = services.signer.sign(
    sealBytes({
      verificationHash: Buffer.from(row.verificationHash).toString('hex'),
      pdfSha256: pdfDigest.toString('hex'),
      imageSha256: imageDigest.toString('hex'),
      sealedAt: iso(sealedAt),
    }),
  );
  await services.em().transactional(async (transaction) => {
    const completed = await database(transaction)
      .updateTable('certificates')
      .set({
        renderStatus: 'COMPLETED',
        pdfDigest,
        imageDigest,
        sealedAt,
        seal: Buffer.from(seal),
        sealKeyId: services.signer.keyId,
      })
      .where('organisationId', '=', row.organisationId)
      .where('id', '=', row.id)
      .where('renderStatus', '=', 'RENDERING')
      .returning('id')
      .executeTakeFirst();
    if (!completed) return;
    await publishCertificateEvent(transaction, services, 'certificate.ready', row);
    await releaseEmails(transaction, row.organisationId, row.id);
    await countProcessed(transaction, services, row, { failed: false });
  });
}
