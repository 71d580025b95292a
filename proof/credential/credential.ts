import { CREDENTIALS_V2, OPEN_BADGES_3 } from './contexts.ts';
import { identityObject, type Recipient } from './recipient.ts';
import type { StatusPurpose } from './status-list.ts';
import { timestamp } from './time.ts';

/** What a certificate's credential is made of. URLs are absolute and in ASCII; what is undefined is left out. */
export interface CredentialFacts {
  /** The credential's own address. */
  id: string;
  /** The certificate's title. */
  name: string;
  issuer: IssuerProfile;
  issuedAt: Date;
  expiresAt?: Date | undefined;
  recipient: Recipient;
  achievement: Achievement;
  status: StatusPlace;
  /** The public page that verifies the certificate; it ends with the hash of the certificate's claims, and so signs it. */
  verificationUrl: string;
}

export interface IssuerProfile {
  did: string;
  name: string;
  url?: string | undefined;
  imageUrl?: string | undefined;
}

/** What the certificate's template stands for. */
export interface Achievement {
  id: string;
  name: string;
  description: string;
  /** How it is earned: in words, or the page that says so. */
  criteria: { narrative: string } | { id: string };
  imageUrl?: string | undefined;
}

/** Where the certificate's status is found. */
export interface StatusPlace {
  /** The address of the status list. */
  listUrl: string;
  index: number;
  purpose: StatusPurpose;
}

/** The unsigned credential: Verifiable Credentials Data Model 2.0, Open Badges 3.0 (AchievementCredential). */
export const credentialOf = (facts: CredentialFacts) => ({
  '@context': [CREDENTIALS_V2, OPEN_BADGES_3],
  id: facts.id,
  type: ['VerifiableCredential', 'OpenBadgeCredential'],
  issuer: issuerProfile(facts.issuer),
  validFrom: timestamp(facts.issuedAt),
  ...(facts.expiresAt && { validUntil: timestamp(facts.expiresAt) }),
  name: facts.name,
  credentialSubject: {
    type: ['AchievementSubject'],
    identifier: [identityObject(facts.recipient)],
    achievement: achievement(facts.achievement),
  },
  evidence: [{ id: facts.verificationUrl, type: ['Evidence'] }],
  credentialStatus: statusEntry(facts.status),
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

/** Bitstring Status List 1.0, 2.1. */
const statusEntry = ({ listUrl, index, purpose }: StatusPlace) => ({
  id: `${listUrl}#${index}`,
  type: 'BitstringStatusListEntry',
  statusPurpose: purpose,
  statusListIndex: String(index),
  statusListCredential: listUrl,
});
