import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  bitString,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  TRUE,
  tagged,
  time,
  utf8String,
} from './der.ts';
import { SignerError } from './load-signer.ts';
import { OID } from './object-identifiers.ts';

const YEARS = 20;
/** Validity starts this long before now, so that a clock set back by less does not make the certificate invalid. */
const BACKDATED_MS = 2 * 24 * 60 * 60 * 1000;
/** Maximum length of ub-common-name and ub-organization-name (RFC 5280, appendix A). */
const LONGEST_NAME = 64;
const DIGITAL_SIGNATURE_AND_NON_REPUDIATION = bitString(Buffer.of(0xc0), 6);

/**
 * Creates a P-256 key and a self-signed certificate for document signing, valid for 20 years from `now`. `name` becomes its CN and O.
 * Throws SignerError unless it has 1 to 64 characters.
 */
export function makeSelfSigned(name: string, now: Date): { keyPem: string; certificatePem: string } {
  if (name.length === 0 || [...name].length > LONGEST_NAME)
    throw new SignerError(`The name of a PDF signing certificate has 1 to ${LONGEST_NAME} characters`);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const body = certificateBody(name, now, publicKey.export({ format: 'der', type: 'spki' }));
  const certificate = sequence(body, SIGNATURE_ALGORITHM, bitString(sign('sha256', body, privateKey)));
  return {
    keyPem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    certificatePem: pem('CERTIFICATE', certificate),
  };
}

const SIGNATURE_ALGORITHM = sequence(objectIdentifier(OID.ecdsaWithSha256));

/** Returns a TBSCertificate of version 3 (RFC 5280, 4.1.2). */
function certificateBody(name: string, now: Date, publicKey: Buffer): Buffer {
  const from = new Date(now.getTime() - BACKDATED_MS);
  const until = new Date(now);
  until.setUTCFullYear(now.getUTCFullYear() + YEARS);
  const subject = sequence(attribute(OID.organizationName, name), attribute(OID.commonName, name));
  return sequence(
    tagged(0, integer(2)),
    integer(randomBytes(16)),
    SIGNATURE_ALGORITHM,
    subject,
    sequence(time(from), time(until)),
    subject,
    publicKey,
    tagged(
      3,
      sequence(
        extension(OID.basicConstraints, sequence(), TRUE),
        extension(OID.keyUsage, DIGITAL_SIGNATURE_AND_NON_REPUDIATION, TRUE),
        extension(
          OID.subjectKeyIdentifier,
          octetString(createHash('sha256').update(publicKey).digest().subarray(0, 20)),
        ),
      ),
    ),
  );
}

const attribute = (id: string, value: string): Buffer => setOf(sequence(objectIdentifier(id), utf8String(value)));

const extension = (id: string, value: Buffer, ...critical: Buffer[]): Buffer =>
  sequence(objectIdentifier(id), ...critical, octetString(value));

const pem = (label: string, der: Buffer): string =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replaceAll(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`;
