import type { Services } from '../context.ts';
import { publicAddressOf } from './choose-address.ts';

/** Kind of a certificate's file: the PDF, the image or the credential. */
export type CertificateFile = 'pdf' | 'png' | 'json';

/** A certificate with the id of the key from which its files' addresses are derived. */
interface Addressed {
  organisationId: string;
  id: string;
  fileKey: Uint8Array;
  revision: number;
  filesEdition: number;
  credentialEdition: number;
}

/** Edition of a file: its number within a revision of the certificate. */
interface Edition {
  revision: number;
  edition: number;
}

const NAME = /^[\w-]{22}(?:-r(\d{1,9})-(\d{1,9}))?\.(pdf|png|json)$/;

/**
 * Returns the file's name in its public address. It contains an unguessable token, derived from a secret of the installation that no
 * table has, and changes with each edition.
 */
export function publicName(
  { authenticator }: Pick<Services, 'authenticator'>,
  { organisationId, id, fileKey }: Pick<Addressed, 'organisationId' | 'id' | 'fileKey'>,
  { revision, edition, kind }: Edition & { kind: CertificateFile },
): string {
  const isFirst = revision === 1 && edition === 0;
  const token = authenticator.derive(
    fileKey,
    `file ${organisationId} ${id}${isFirst ? '' : ` ${revision} ${edition}`}`,
  );
  return `${token.toString('base64url')}${isFirst ? '' : `-r${revision}-${edition}`}.${kind}`;
}

/** Returns the edition that a public name claims to be; null for any other name. */
export function parsePublicName(name: string): (Edition & { kind: CertificateFile }) | null {
  const [, revision = '1', edition = '0', kind] = NAME.exec(name) ?? [];
  return kind === undefined
    ? null
    : { revision: Number(revision), edition: Number(edition), kind: kind as CertificateFile };
}

/** Tokens in the addresses of files. */
const TOKENS = /(?<=\/)[\w-]{22}(?=(?:-r\d{1,9}-\d{1,9})?\.(?:pdf|png|json)\b)/g;

/** Start of a token, at the end of a text that was cut. Fewer characters leave enough bits unknown. */
const CUT_TOKEN = /[\w-]{8,21}$/;

/** Replaces in a text every token of a file's address that `source` contains, also one that is cut at the end of the text. */
export const withoutFileTokens = (text: string, source: string): string =>
  [...new Set(source.match(TOKENS))].reduce(
    (left, token) =>
      left.replaceAll(token, '[token]').replace(CUT_TOKEN, (end) => (token.startsWith(end) ? '[token]' : end)),
    text,
  );

/** Returns the edition in force of a file. */
export const editionOf = (
  { revision, filesEdition, credentialEdition }: Addressed,
  kind: CertificateFile,
): Edition => ({ revision, edition: kind === 'json' ? credentialEdition : filesEdition });

/** Returns the address of a file's edition in force, below the current public address or a given one of the installation. */
export const fileUrl = (
  services: Pick<Services, 'installation' | 'authenticator'>,
  certificate: Addressed,
  kind: CertificateFile,
  address = publicAddressOf(services, certificate.organisationId),
): string =>
  `${address}/files/${certificate.organisationId}/${certificate.id}/${publicName(services, certificate, { ...editionOf(certificate, kind), kind })}`;
