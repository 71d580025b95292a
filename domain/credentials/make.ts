import type { CertificateData } from '../../database/entities/certificate.ts';
import {
  type CredentialFacts,
  credentialOf,
  signCredential,
  verificationMethodOf,
} from '../../proof/credential/index.ts';
import { fileUrl } from '../addresses/link-file.ts';
import { verificationUrl } from '../addresses/link-verification.ts';
import { credentialRecipient } from '../certificates/digest-recipient.ts';
import { issuerDid } from '../certificates/make-claims.ts';
import type { Services } from '../context.ts';
import { startOfDay } from '../shared/calendar.ts';
import { achievementImageUrl, achievementOf } from '../templates/describe-achievement.ts';
import type { StatusIndex } from './assign-status-index.ts';
import { statusListUrl } from './read-status-list.ts';

/** Content of a credential that is not in the certificate's row. */
export interface CredentialSource {
  templateName: string;
  issuer: { name: string | null; websiteUrl: string | null; logoUrl: string | null };
  /** SHA-256 of the version's design. */
  designDigest: Uint8Array;
  loadDesign(): Promise<string>;
  status: StatusIndex;
}

/**
 * Returns a certificate's Open Badges credential with its proof, as JSON text. This text is stored, attached to the PDF and baked into the
 * image. It differs between runs, because the proof contains its time.
 */
export async function makeCredential(
  services: Services,
  row: CertificateData,
  source: CredentialSource,
): Promise<string> {
  const credential = credentialOf(await factsOf(services, row, source));
  const { keyId } = services.signer;
  const verificationMethod = verificationMethodOf(issuerDid(row.address, row.organisationId), keyId);
  const key = { sign: (message: Uint8Array) => services.signer.sign(message, keyId), verificationMethod };
  return JSON.stringify(await signCredential(credential, key, services.now()));
}

async function factsOf(services: Services, row: CertificateData, source: CredentialSource): Promise<CredentialFacts> {
  const { issuer, templateName, designDigest, status } = source;
  const { organisationId, address } = row;
  const achievement = await achievementOf(Buffer.from(designDigest).toString('hex'), source.loadDesign);
  const version = { organisationId: row.templateOrganisationId, templateId: row.templateId, digest: designDigest };
  const description = achievement.description ?? templateName;
  return {
    // The same for all editions of a revision.
    id: fileUrl(services, { ...row, credentialEdition: 0 }, 'json', address),
    name: templateName,
    issuer: {
      did: issuerDid(address, organisationId),
      // A profile must have a name. An organisation without one is identified by the host of its address.
      name: issuer.name ?? new URL(address).host,
      url: addressOf(issuer.websiteUrl),
      imageUrl: addressOf(issuer.logoUrl),
    },
    issuedAt: row.createdAt,
    awardedAt: startOfDay(row.awardedOn, row.timeZone),
    expiresAt: row.expiresAt ?? undefined,
    recipient: credentialRecipient(row),
    achievement: {
      id: `urn:uuid:${row.templateId}`,
      name: templateName,
      description,
      criteria: achievement.criteriaUrl
        ? { id: new URL(achievement.criteriaUrl).href }
        : { narrative: achievement.criteria ?? description },
      imageUrl: achievementImageUrl(address, version, achievement),
    },
    status: {
      listUrl: statusListUrl(address, organisationId, status.list),
      index: status.index,
      purpose: 'revocation',
    },
    verificationUrl: verificationUrl(address, Buffer.from(row.verificationHash).toString('hex')),
  };
}

/** Returns an address in ASCII, as IRIs in the credential must be. */
const addressOf = (address: string | null): string | undefined => (address ? new URL(address).href : undefined);
