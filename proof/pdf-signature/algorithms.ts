import { OID } from './object-identifiers.ts';
import { type DerElement, readObjectIdentifier, readSequence } from './read-der.ts';

/** Supported digests by object identifier, with Node's names. */
export const DIGESTS: Record<string, string> = {
  [OID.sha256]: 'sha256',
  [OID.sha384]: 'sha384',
  [OID.sha512]: 'sha512',
};
/** Digest that a signature algorithm implies; null if the SignerInfo's digestAlgorithm states it. */
export const SIGNATURES: Record<string, string | null> = {
  [OID.rsaEncryption]: null,
  [OID.sha256WithRsa]: 'sha256',
  [OID.sha384WithRsa]: 'sha384',
  [OID.sha512WithRsa]: 'sha512',
  [OID.ecdsaWithSha256]: 'sha256',
  [OID.ecdsaWithSha384]: 'sha384',
  [OID.ecdsaWithSha512]: 'sha512',
};

/** Returns the object identifier of an AlgorithmIdentifier. */
export const algorithmId = (algorithm: DerElement | undefined): string =>
  readObjectIdentifier(readSequence(algorithm)[0]);
