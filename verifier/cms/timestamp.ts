import { equal, sha256 } from '../bytes.ts';
import { hashOf } from './algorithms.ts';
import { isChain, isValidAt } from './certificate.ts';
import { DerError, octetsOf, readDer, sequenceOf, timeOf } from './der.ts';
import { readSignedData, verifySigner } from './signed-data.ts';

const [TIMESTAMP_INFO, TIME_STAMPING] = ['1.2.840.113549.1.9.16.1.4', '1.3.6.1.5.5.7.3.8'];

export interface Timestamp {
  time: Date;
  /** Name of the authority. Whether it is trustworthy is not checked. */
  authority: string;
}

/**
 * Reads a time-stamp token (RFC 3161, 2.4.2) over a signature value. Throws DerError unless it matches that signature and is signed by the
 * certificate in it. That certificate must allow time stamps and have been valid at the time.
 */
export async function readTimestamp(token: Uint8Array, signature: Uint8Array): Promise<Timestamp> {
  const signed = readSignedData(token);
  const { content, signer, contentType, version } = signed;
  if (contentType !== TIMESTAMP_INFO || !content || version !== 3) throw new DerError('no TSTInfo');
  if (!(await verifySigner(signed, content, { olderAttribute: true }))) throw new DerError('a wrong signature');
  const [, , imprint, , generated] = sequenceOf(readDer(content));
  const [algorithm, hashed] = sequenceOf(imprint);
  if (hashOf(algorithm) !== 'SHA-256' || !equal(octetsOf(hashed), await sha256(signature)))
    throw new DerError('a time stamp for something else');
  const time = timeOf(generated);
  const isForTimes = signer.extendedKeyUsages.includes(TIME_STAMPING) && isValidAt(signer, time);
  const others = signed.certificates.filter((one) => one !== signer);
  if (!isForTimes || !(await isChain(signer, others))) throw new DerError('a certificate that is not for time stamps');
  return { time, authority: signer.name };
}
