import type { Certificate } from '../../database/entities/certificate.ts';
import type { FileKey, Services } from '../context.ts';

export type CertificateFile = 'pdf' | 'png';

type Filed = Pick<Certificate, 'organisationId' | 'id' | 'fileToken'>;

/** Where a certificate's file is stored: the token makes the address unguessable. */
export function fileKey(certificate: Filed, kind: CertificateFile): FileKey {
  const token = Buffer.from(certificate.fileToken).toString('base64url');
  return { organisationId: certificate.organisationId, id: certificate.id, name: `${token}.${kind}` };
}

/** The file's stable public address. */
export function fileUrl(services: Pick<Services, 'baseUrl'>, certificate: Filed, kind: CertificateFile): string {
  const { organisationId, id, name } = fileKey(certificate, kind);
  return `${services.baseUrl}/files/${organisationId}/${id}/${name}`;
}

/** A name that a person understands, and that every file system takes. */
export function fileName(templateName: string, recipientName: string, ending: string): string {
  const title = `${templateName} - ${recipientName}`.replaceAll(/[/\\?%*:|"<>\p{Cc}]/gu, ' ');
  return `${title.slice(0, 150).toWellFormed().trim()}.${ending}`;
}
