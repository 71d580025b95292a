import { ensure, printable } from '../check.ts';
import { isObject, type Json, type JsonObject, readObject, textOf, timeOf } from '../json.ts';
import { CREDENTIALS_V2, OPEN_BADGES_3 } from './canonicalise.ts';
import { type Proved, splitProof } from './proof.ts';

/** Credential of a certificate, parsed but not verified. */
export interface Credential extends Proved {
  issuer: string;
  validFrom: Date;
  validUntil: Date | null;
  status: StatusEntry;
  /** Hash of the certificate's claims, which identifies it on its public page and in the log. */
  verificationHash: string;
  /** For display only. Untrusted until the proof is verified. */
  said: { name: string; issuerName: string; achievement: string; imported: Import | null };
}

/** Import of a certificate that was issued elsewhere. Its credential is valid from the time of the import. */
export interface Import {
  /** Day of the award (YYYY-MM-DD); null if the credential does not state it. */
  awardedOn: string | null;
  /** Issuer elsewhere; null if it is not stated. */
  issuer: string | null;
}

interface StatusEntry {
  listAddress: string;
  index: number;
  purpose: string;
}

/**
 * Reads an Open Badges 3.0 credential in the form that Laurel issues. Refuses any other, because other software might interpret unexpected
 * members differently.
 */
export function readCredential(bytes: Uint8Array): Credential {
  const document = readObject(bytes);
  ensure(document && hasContexts(document['@context']), 'credentialMalformed');
  const types = Array.isArray(document.type) ? document.type : [];
  ensure(types.includes('VerifiableCredential') && types.includes('OpenBadgeCredential'), 'credentialMalformed');
  const issuer = isObject(document.issuer) ? textOf(document.issuer.id) : null;
  const validFrom = timeOf(document.validFrom);
  const validUntil = timeOf(document.validUntil);
  ensure(issuer && validFrom && (validUntil || document.validUntil === undefined), 'credentialMalformed');
  const proved = splitProof(document, issuer);
  ensure(proved, 'credentialProofWrong');
  const { evidence, credentialStatus } = document;
  const { verificationHash, imported } = readEvidence(evidence, document.awardedDate);
  const status = readStatus(credentialStatus);
  const said = { ...readWords(document), imported };
  return { ...proved, issuer, validFrom, validUntil, verificationHash, status, said };
}

const hasContexts = (contexts: Json | undefined): boolean =>
  Array.isArray(contexts) && contexts.length === 2 && contexts[0] === CREDENTIALS_V2 && contexts[1] === OPEN_BADGES_3;

/** Start of a day with the offset of the issuer's zone, in which the day is meant. */
const DAY_WITH_TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/;

/** Returns the hash at the end of the verification page's address, and the import that a second evidence states. */
function readEvidence(
  evidence: Json | undefined,
  awardedDate: Json | undefined,
): { verificationHash: string; imported: Import | null } {
  const [page, second, ...more] = Array.isArray(evidence) ? evidence : [];
  const address = isObject(page) && more.length === 0 ? (textOf(page.id) ?? '') : '';
  const [, verificationHash] = /^https?:\/\/[^?#]+\/([0-9a-f]{64})$/.exec(address) ?? [];
  ensure(verificationHash, 'credentialMalformed');
  if (second === undefined) return { verificationHash, imported: null };
  ensure(isObject(second) && second.genre === 'Import' && second.id === undefined, 'credentialMalformed');
  const issuer = second.name === undefined ? null : printable(textOf(second.name) ?? '');
  const [, awardedOn = null] = DAY_WITH_TIME.exec(textOf(awardedDate) ?? '') ?? [];
  return { verificationHash, imported: { awardedOn, issuer } };
}

function readStatus(entry: Json | undefined): StatusEntry {
  ensure(isObject(entry) && entry.type === 'BitstringStatusListEntry', 'credentialMalformed');
  const listAddress = textOf(entry.statusListCredential);
  const purpose = textOf(entry.statusPurpose);
  const [index] = /^(?:0|[1-9]\d{0,9})$/.exec(textOf(entry.statusListIndex) ?? '') ?? [];
  ensure(listAddress && purpose && index !== undefined, 'credentialMalformed');
  return { listAddress, index: Number(index), purpose };
}

function readWords({ name, issuer, credentialSubject }: JsonObject): Omit<Credential['said'], 'imported'> {
  const achievement = isObject(credentialSubject) ? credentialSubject.achievement : undefined;
  const word = (value: Json | undefined): string => printable(textOf(value) ?? '');
  return {
    name: word(name),
    issuerName: word(isObject(issuer) ? issuer.name : undefined),
    achievement: word(isObject(achievement) ? achievement.name : undefined),
  };
}
