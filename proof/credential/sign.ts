import { createHash } from 'node:crypto';
import { canonicalise } from './canonicalise.ts';
import { base58 } from './multibase.ts';
import type { JsonObject } from './shape.ts';
import { timestamp } from './time.ts';

/** Ed25519 key of an issuer. */
export interface SigningKey {
  sign(message: Uint8Array): Uint8Array;
  /** Verification method as listed in the DID document: `did:web:HOST:issuers:ID#KEYID`. */
  verificationMethod: string;
}

type DataIntegrityProof = Readonly<
  Record<'type' | 'cryptosuite' | 'created' | 'verificationMethod' | 'proofPurpose' | 'proofValue', string>
>;
export type Signed<T> = T & { proof: [DataIntegrityProof] };

/**
 * Returns a credential or status list with a Data Integrity proof `eddsa-rdfc-2022` (W3C Data Integrity EdDSA Cryptosuites 1.0, 3.2). The
 * same input, key and time give the same bytes. Throws TypeError if a value is not Unicode text or not an absolute IRI.
 */
export async function signCredential<T extends JsonObject>(
  credential: T,
  key: SigningKey,
  created: Date,
): Promise<Signed<T>> {
  const options = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-rdfc-2022',
    created: timestamp(created),
    verificationMethod: key.verificationMethod,
    proofPurpose: 'assertionMethod',
  };
  const configuration = await canonicalise({ '@context': credential['@context'] ?? [], ...options });
  const message = Buffer.concat([sha256(configuration), sha256(await canonicalise(credential))]);
  return { ...credential, proof: [{ ...options, proofValue: base58(key.sign(message)) }] };
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
