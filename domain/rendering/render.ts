import { sql } from 'kysely';
import { Certificate } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/queue.ts';
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
  await sql`
    update certificates set render_status = 'RENDERING'
    where organisation_id = ${row.organisationId} and id = ${row.id} and render_status = 'PENDING'`.execute(
    database(em),
  );
  const { pdf, image } = await services.renderer.render(await renderRequest(services, em, row));
  await Promise.all([services.storage.put(fileKey(row, 'pdf'), pdf), services.storage.put(fileKey(row, 'png'), image)]);
  await complete(services, row, sha256(pdf), sha256(image));
}

interface Surroundings {
  template_name: string;
  /** SHA-256 of the pinned version's design. */
  digest: Buffer;
  organization_name: string | null;
}

async function renderRequest(services: Services, em: EntityManager, row: Certificate): Promise<RenderRequest> {
  const { templateOrganisationId: organisationId, templateId, templateVersion: version } = row;
  const { rows } = await sql<Surroundings>`
    select t.name as template_name, v.digest, o.organization_name
    from templates t
    join template_versions v on v.organisation_id = t.organisation_id and v.template_id = t.id and v.version = ${version}
    join organisations o on o.id = ${row.organisationId}
    where t.organisation_id = ${organisationId} and t.id = ${templateId}`.execute(database(em));
  const [found] = rows;
  if (!found) throw new Error(`version ${version} of template ${templateId} is gone`);
  const hash = Buffer.from(row.verificationHash).toString('hex');
  const digest = found.digest.toString('hex');
  return {
    digest,
    design: () => loadDesign(services.em(), { organisationId, templateId, version }),
    values: placeholderValues(services, claimsOf(row, digest), hash, found.organization_name),
    info: {
      title: `${found.template_name} – ${row.recipientName}`,
      author: found.organization_name ?? '',
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
    const { rows } = await sql`
      update certificates set render_status = 'COMPLETED', pdf_digest = ${pdfDigest}, image_digest = ${imageDigest},
        sealed_at = ${sealedAt}, seal = ${Buffer.from(seal)}, seal_key_id = ${services.signer.keyId}
      where organisation_id = ${row.organisationId} and id = ${row.id} and render_status = 'RENDERING'
      returning id`.execute(database(transaction));
    if (rows.length === 0) return;
    await publishCertificateEvent(transaction, services, 'certificate.ready', row);
    await releaseEmails(transaction, row.organisationId, row.id);
    await countProcessed(transaction, services, row, { failed: false });
  });
}
