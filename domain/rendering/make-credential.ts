import type { Certificate } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { fileKey } from '../certificates/load-file.ts';
import { issuerDid } from '../certificates/make-claims.ts';
import type { Services } from '../context.ts';
import type { FileStatement } from '../seals/parse-statement.ts';
import { sha256 } from '../shared/crypto.ts';
import { iso } from '../shared/schemas.ts';
import { fromGenuineSource } from './assert-genuine.ts';
import { makeCredentialOf } from './make-files.ts';
import { sealEdition } from './seal-edition.ts';
import type { Renderable } from './start.ts';

/** Stored credential that is not sealed yet. */
export interface NewCredential {
  digest: Buffer;
  contents: Pick<FileStatement, 'credentialSha256' | 'issuer' | 'status' | 'expiresAt'>;
}

/** Makes and stores a credential for the row's expiry and place in the status lists. */
export async function makeNewCredential(services: Services, row: Renderable): Promise<NewCredential> {
  const { json, status } = await fromGenuineSource(services, row, () => makeCredentialOf(services, row));
  const content = Buffer.from(json);
  const digest = sha256(content);
  await services.storage.put({ key: fileKey(row, 'json', digest), content });
  const contents = {
    credentialSha256: digest.toString('hex'),
    issuer: issuerDid(row.address, row.organisationId),
    status,
    ...(row.expiresAt && { expiresAt: iso(row.expiresAt) }),
  };
  return { digest, contents };
}

/** Seals a new credential beside the PDF and the image of a certificate, whose row the caller's transaction has locked. */
export async function sealCredential(
  em: EntityManager,
  services: Services,
  row: Certificate,
  { files, credential }: { files: FileStatement; credential: NewCredential },
): Promise<void> {
  const { pdfSha256, imageSha256 } = files;
  row.credentialDigest = credential.digest;
  row.renderStatus = 'COMPLETED';
  await sealEdition(em, services, row, {
    contents: { pdfSha256, imageSha256, ...credential.contents },
    changed: 'credential',
  });
}
