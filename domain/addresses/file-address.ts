import type { Services } from '../context.ts';
import { publicAddressOf } from './public-address.ts';

/** The PDF, the image, and the credential. */
export type CertificateFile = 'pdf' | 'png' | 'json';

/** A certificate, with the id of the key that its files' addresses are derived with. */
interface Addressed {
  organisationId: string;
  id: string;
  fileKey: Uint8Array;
}

/**
 * Returns the file's name in its public address. Its token makes it unguessable; it is derived from a secret of the installation, so that
 * no table has it.
 */
export function publicName(
  { authenticator }: Pick<Services, 'authenticator'>,
  row: Addressed,
  kind: CertificateFile,
): string {
  const token = authenticator.derive(row.fileKey, `file ${row.organisationId} ${row.id}`);
  return `${token.toString('base64url')}.${kind}`;
}

/** Returns the file's stable address: below the present public one, or a given one of the installation. */
export const fileUrl = (
  services: Pick<Services, 'installation' | 'authenticator'>,
  certificate: Addressed,
  kind: CertificateFile,
  address = publicAddressOf(services, certificate.organisationId),
): string =>
  `${address}/files/${certificate.organisationId}/${certificate.id}/${publicName(services, certificate, kind)}`;
