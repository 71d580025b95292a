import type { X509Certificate } from 'node:crypto';
import { OID } from './object-identifiers.ts';
import { LONGEST_TOKEN } from './placeholder.ts';
import {
  type DerElement,
  DerError,
  expectTag,
  readDer,
  readGeneralizedTime,
  readObjectIdentifier,
  readSequence,
} from './read-der.ts';
import { TimestampError } from './timestamp-error.ts';
import { openToken } from './timestamp-token.ts';

/** Maximum difference between the authority's clock and ours. */
const TOLERANCE_MS = 5 * 60_000;
const GRANTED = [0, 1];

export interface ExpectedTimestamp {
  /** SHA-256 sent in the request. */
  digest: Uint8Array;
  /** Nonce from timestampRequest. */
  nonce: Uint8Array;
  now: Date;
}

/**
 * Reads a time-stamp authority's response (RFC 3161, 2.4.2) and returns its token. Throws TimestampError with the reason if the request was
 * refused, or the token is malformed or does not match the request or the time. The certificate that the token names must have signed it;
 * verifiers of the PDF decide whether to trust that certificate's issuer.
 */
export function readTimestamp(response: Uint8Array, expected: ExpectedTimestamp): Buffer {
  try {
    const [status, token] = readSequence(readDer(response));
    checkStatus(status);
    if (!token) throw new TimestampError('The answer of the time-stamp server has no token');
    if (token.bytes.length > LONGEST_TOKEN)
      throw new TimestampError(`The time-stamp token has ${token.bytes.length} bytes, more than ${LONGEST_TOKEN}`);
    const { info, certificate } = openToken(token);
    checkInfo(info, certificate, expected);
    return token.bytes;
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new TimestampError('The answer of the time-stamp server is not a time-stamp response', { cause: error });
  }
}

function checkStatus(info: DerElement | undefined): void {
  const [status, ...details] = readSequence(info);
  const code = expectTag(status, 0x02).content;
  if (code.length === 1 && GRANTED.includes(code.readUInt8())) return;
  const said = details.find(({ tag }) => tag === 0x30);
  const text = said ? readSequence(said).map(({ content }) => printable(content)) : [];
  throw new TimestampError([`The time-stamp server refused with status ${code.toString('hex')}`, ...text].join(': '));
}

/** Returns external text made safe for a log line. */
const printable = (bytes: Buffer): string => bytes.toString('utf8', 0, 200).replaceAll(/\p{C}/gu, '?');

/** Checks the TSTInfo: version, policy, messageImprint, serialNumber, genTime, and optional fields. */
function checkInfo(info: DerElement, certificate: X509Certificate, { digest, nonce, now }: ExpectedTimestamp): void {
  const [, , imprint, , generated, ...optional] = readSequence(info);
  const [algorithm, hashed] = readSequence(imprint);
  const isSha256 = readObjectIdentifier(readSequence(algorithm)[0]) === OID.sha256;
  if (!isSha256 || !expectTag(hashed, 0x04).content.equals(digest))
    throw new TimestampError('The time-stamp token is about another digest');
  if (!optional.find(({ tag }) => tag === 0x02)?.bytes.equals(nonce))
    throw new TimestampError('The time-stamp token answers another request: the nonce differs');
  const time = readGeneralizedTime(generated);
  if (!(Math.abs(time.getTime() - now.getTime()) <= TOLERANCE_MS))
    throw new TimestampError(
      `The time-stamp token's time differs from ours by more than 5 minutes: ${isoOrUnreadable(time)}`,
    );
  if (!(new Date(certificate.validFrom) <= time && time <= new Date(certificate.validTo)))
    throw new TimestampError('The certificate of the time-stamp token is not valid at its time');
}

const isoOrUnreadable = (time: Date): string => (Number.isNaN(time.getTime()) ? 'unreadable' : time.toISOString());
