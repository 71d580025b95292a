import { CREDENTIALS_V2, OPEN_BADGES_3 } from './contexts.ts';
import { identityObject, type Recipient } from './recipient.ts';
import type { StatusPurpose } from './status-list.ts';
import { timestamp } from './time.ts';

/** Input of a certificate's credential. URLs are absolute and in ASCII. Undefined members are omitted. */
export interface CredentialFacts {
  /** URL of the credential itself. */
  id: string;
  /** Title of the certificate. */
  name: string;
  issuer: IssuerProfile;
  issuedAt: Date;
  /** ISO 8601 with an offset. It begins with the day of the award where the certificate was issued. */
  awardedAt?: string | undefined;
  expiresAt?: Date | undefined;
  recipient: Recipient;
  achievement: Achievement;
  status: StatusIndex;
  /** Public verification page of the certificate. Its URL ends with the hash of the claims, which are thereby signed. */
  verificationUrl: string;
  /** Set if the certificate was issued elsewhere and imported at `issuedAt`: its issuer there, if known. */
  imported?: { issuer: string | undefined } | undefined;
}

export interface IssuerProfile {
  did: string;
  name: string;
  url?: string | undefined;
  imageUrl?: string | undefined;
}

/** Achievement that the certificate's template represents. */
export interface Achievement {
  id: string;
  name: string;
  description: string;
  /** Criteria as text, or the page that states them. */
  criteria: { narrative: string } | { id: string };
  imageUrl?: string | undefined;
}

/** Position of the certificate's status. */
export interface StatusIndex {
  /** URL of the status list. */
  listUrl: string;
  index: number;
  purpose: StatusPurpose;
}

/** Returns the unsigned credential: Verifiable Credentials Data Model 2.0, Open Badges 3.0 (AchievementCredential). */
export const credentialOf = (facts: CredentialFacts) => ({
  '@context': [CREDENTIALS_V2, OPEN_BADGES_3],
  id: facts.id,
  type: ['VerifiableCredential', 'OpenBadgeCredential'],
  issuer: issuerProfile(facts.issuer),
  validFrom: timestamp(facts.issuedAt),
  ...(facts.expiresAt && { validUntil: timestamp(facts.expiresAt) }),
  ...(facts.awardedAt && { awardedDate: facts.awardedAt }),
  name: facts.name,
  credentialSubject: {
    type: ['AchievementSubject'],
    identifier: [identityObject(facts.recipient)],
    achievement: achievement(facts.achievement),
  },
  evidence: [
    { id: facts.verificationUrl, type: ['Evidence'] },
    ...(facts.imported ? [importEvidence(facts.imported, facts)] : []),
  ],
  credentialStatus: statusEntry(facts.status),
});

/** Genre of the evidence that a certificate was issued elsewhere. */
const IMPORT = 'Import';

/** Returns the evidence (Open Badges 3.0, B.1.5) that the certificate was issued elsewhere. Its name is the issuer there. */
const importEvidence = (
  { issuer }: NonNullable<CredentialFacts['imported']>,
  { awardedAt, issuedAt }: CredentialFacts,
) => ({
  type: ['Evidence'],
  ...(issuer !== undefined && { name: issuer }),
  genre: IMPORT,
  description: `Awarded${awardedAt ? ` on ${awardedAt.slice(0, 10)}` : ''}, imported on ${timestamp(issuedAt).slice(0, 10)}`,
});

const issuerProfile = ({ did, name, url, imageUrl }: IssuerProfile) => ({
  id: did,
  type: ['Profile'],
  name,
  ...(url !== undefined && { url }),
  ...(imageUrl !== undefined && { image: image(imageUrl) }),
});

const achievement = ({ id, name, description, criteria, imageUrl }: Achievement) => ({
  id,
  type: ['Achievement'],
  name,
  description,
  criteria,
  ...(imageUrl !== undefined && { image: image(imageUrl) }),
});

const image = (id: string) => ({ id, type: 'Image' });

/** Returns a status entry (Bitstring Status List 1.0, 2.1). */
const statusEntry = ({ listUrl, index, purpose }: StatusIndex) => ({
  id: `${listUrl}#${index}`,
  type: 'BitstringStatusListEntry',
  statusPurpose: purpose,
  statusListIndex: String(index),
  statusListCredential: listUrl,
});
