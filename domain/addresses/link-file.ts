import type { Services } from '../context.ts';
import { publicAddressOf } from './choose-address.ts';

/** Kind of a certificate's file: the PDF, the image or the credential. */
export type CertificateFile = 'pdf' | 'png' | 'json';

/** A certificate with the id of the key from which its files' addresses are derived. */
interface Addressed {
  organisationId: string;
  id: string;
  fileKey: Uint8Array;
}

/**
 * Returns the file's name in its public address. The name contains an unguessable token, derived from a secret of the installation that no
 * table has.
 */
export function publicName(
  { authenticator }: Pick<Services, 'authenticator'>,
  row: Addressed,
  kind: CertificateFile,
): string {
  const token = authenticator.derive(row.fileKey, `file ${row.organisationId} ${row.id}`);
  return `${token.toString('base64url')}.${kind}`;
}

/** Returns the file's stable address, below the current public address or a given one of the installation. */
export const fileUrl = (
  services: Pick<Services, 'installation' | 'authenticator'>,
  certificate: Addressed,
  kind: CertificateFile,
  address = publicAddressOf(services, certificate.organisationId),
): string =>
  `${address}/files/${certificate.organisationId}/${certificate.id}/${publicName(services, certificate, kind)}`;
