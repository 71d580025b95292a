import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import {
  type CredentialFacts,
  credentialOf,
  didDocument,
  didWeb,
  hashedRecipient,
  type SigningKey,
  signCredential,
  statusList,
  verificationMethodOf,
} from '../../../proof/credential/index.ts';

export const ORIGIN = 'https://certificates.example';
export const DID = didWeb(ORIGIN, 'issuers', '0191');
export const DID_ADDRESS = `${ORIGIN}/issuers/0191/did.json`;
export const LIST_ADDRESS = `${ORIGIN}/issuers/0191/status/1`;
export const INDEX = 94_567;
const ISSUED = new Date('2026-03-01T09:30:00.750Z');

/** Returns an Ed25519 key of 32 equal bytes, so that every run gives the same signatures (PKCS #8, RFC 8410). */
const privateKey = (seed: number) =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, seed)]),
    format: 'der',
    type: 'pkcs8',
  });

export const key = (id = 'key-1', seed = 1): SigningKey => ({
  sign: (message) => sign(null, message, privateKey(seed)),
  verificationMethod: verificationMethodOf(DID, id),
});

export const issuerKey = (id = 'key-1', seed = 1) => ({ id, publicKey: createPublicKey(privateKey(seed)) });

export const facts = (changes: Partial<CredentialFacts> = {}): CredentialFacts => ({
  id: `${ORIGIN}/credentials/Zm9vYmFy`,
  name: 'Diploma of Computing',
  issuer: { did: DID, name: 'Universität Beispiel', url: 'https://uni.example', imageUrl: `${ORIGIN}/logos/0191.png` },
  issuedAt: ISSUED,
  expiresAt: new Date('2126-03-01T09:30:00Z'),
  recipient: hashedRecipient('emailAddress', 'ada@example.org', 'c2FsdHNhbHRzYWx0c2FsdA'),
  achievement: {
    id: `${ORIGIN}/achievements/0192`,
    name: 'Computing',
    description: 'Awarded for a year of computing.',
    criteria: { narrative: 'Passed every examination of the year.' },
    imageUrl: `${ORIGIN}/achievements/0192.png`,
  },
  status: { listUrl: LIST_ADDRESS, index: INDEX, purpose: 'revocation' },
  verificationUrl: `${ORIGIN}/verify/${'ab'.repeat(32)}`,
  ...changes,
});

export const signed = (changes: Partial<CredentialFacts> = {}, by = key()) =>
  signCredential(credentialOf(facts(changes)), by, ISSUED);

export const signedList = (list: Iterable<number> = [], by = key(), issuer = DID) =>
  signCredential(
    statusList({
      id: LIST_ADDRESS,
      issuer,
      purpose: 'revocation',
      list,
      validFrom: ISSUED,
      validUntil: new Date('2126-03-01T09:30:00Z'),
      ttl: 60_000,
    }),
    by,
    ISSUED,
  );

/** Returns the documents that an issuer serves, by URL: DID document and status list. */
export const served = async (list: Iterable<number> = [], keys = [issuerKey()]): Promise<Record<string, object>> => ({
  [DID_ADDRESS]: didDocument(DID, keys),
  [LIST_ADDRESS]: await signedList(list),
});
