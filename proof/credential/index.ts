export {
  type Achievement,
  type CredentialFacts,
  credentialOf,
  type IssuerProfile,
  type StatusIndex,
} from './credential.ts';
export { didDocument, didWeb, type IssuerKey, verificationMethodOf } from './did.ts';
export { bakePng } from './png.ts';
export { hashedRecipient, identityDigest, type Recipient } from './recipient.ts';
export { type Signed, type SigningKey, signCredential } from './sign.ts';
export { chooseStatusIndexes, type FreeIndexes } from './status-index.ts';
export { STATUS_LIST_SIZE, type StatusListFacts, type StatusPurpose, statusList } from './status-list.ts';
