import { concat, sha256 } from '../bytes.ts';
import { isObject, type JsonObject, textOf, timeOf } from '../json.ts';
import { isEd25519 } from '../log/note.ts';
import { fromMultibase58 } from './base58.ts';
import { canonicalise } from './canonicalise.ts';

/** Document without its proof, and the proof. */
export interface Proved {
  unsigned: JsonObject;
  proof: JsonObject;
  /** Key id: the fragment of the verification method, which belongs to the issuer. */
  keyId: string;
}

/** Splits a document; null unless it has one Data Integrity proof `eddsa-rdfc-2022` by a key of the issuer. */
export function splitProof(document: JsonObject, issuer: string): Proved | null {
  const { proof: proofs, ...unsigned } = document;
  const proof = Array.isArray(proofs) && proofs.length === 1 ? proofs[0] : proofs;
  if (!isObject(proof)) return null;
  const [did, keyId, ...more] = (textOf(proof.verificationMethod) ?? '').split('#');
  const isOurs =
    proof.type === 'DataIntegrityProof' &&
    proof.cryptosuite === 'eddsa-rdfc-2022' &&
    proof.proofPurpose === 'assertionMethod' &&
    timeOf(proof.created) !== null;
  return isOurs && did === issuer && keyId && more.length === 0 ? { unsigned, proof, keyId } : null;
}

/** Returns whether the proof is valid for an Ed25519 key (W3C Data Integrity EdDSA Cryptosuites 1.0, 3.2.2). */
export async function isProved({ unsigned, proof }: Proved, key: Uint8Array): Promise<boolean> {
  const { proofValue, ...options } = proof;
  const signature = fromMultibase58(textOf(proofValue) ?? '');
  if (signature?.length !== 64 || '@context' in options) return false;
  try {
    const configuration = await canonicalise({ '@context': unsigned['@context'], ...options });
    const message = concat(await sha256(configuration), await sha256(await canonicalise(unsigned)));
    return isEd25519(signature, message, key);
  } catch {
    // Not JSON-LD of the bundled contexts, or crafted to take too long.
    return false;
  }
}
