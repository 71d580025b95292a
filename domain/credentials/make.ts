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
import { UNTITLED } from '../certificates/load-file.ts';
import { importOf, issuerDid } from '../certificates/make-claims.ts';
import { versionOf } from '../certificates/rules.ts';
import { inOrganisation, type Services } from '../context.ts';
import { startOfDayText } from '../shared/calendar.ts';
import { achievementImageUrl, achievementOf } from '../templates/describe-achievement.ts';
import type { StatusIndex } from './assign-status-index.ts';
import { statusListUrl } from './read-status-list.ts';

/** Content of a credential that is not in the certificate's row. */
export interface CredentialSource {
  templateName: string | null;
  issuer: { name: string | null; websiteUrl: string | null; logoUrl: string | null };
  /** Design of the version, with its SHA-256; null without a template. */
  design: { digest: Uint8Array; load(): Promise<string> } | null;
  status: StatusIndex;
}

/**
 * Returns a certificate's Open Badges credential with its proof, as JSON text. This text is stored, attached to the PDF and baked into the
 * image. It differs between runs, because the proof contains its time.
 */
export async function makeCredential(given: Services, row: CertificateData, source: CredentialSource): Promise<string> {
  const services = inOrganisation(given, row.organisationId);
  const credential = credentialOf(await factsOf(services, row, source));
  const { keyId } = services.signer;
  const verificationMethod = verificationMethodOf(issuerDid(row.address, row.organisationId), keyId);
  const key = { sign: (message: Uint8Array) => services.signer.sign(message, keyId), verificationMethod };
  return JSON.stringify(await signCredential(credential, key, services.now()));
}

async function factsOf(services: Services, row: CertificateData, source: CredentialSource): Promise<CredentialFacts> {
  const { issuer, status } = source;
  const { organisationId, address } = row;
  const name = source.templateName ?? UNTITLED;
  const imported = importOf(row);
  return {
    // The same for all editions of a revision.
    id: fileUrl(services, { ...row, credentialEdition: 0 }, 'json', address),
    name,
    issuer: {
      did: issuerDid(address, organisationId),
      // A profile must have a name. An organisation without one is identified by the host of its address.
      name: issuer.name ?? new URL(address).host,
      url: addressOf(issuer.websiteUrl),
      imageUrl: addressOf(issuer.logoUrl),
    },
    issuedAt: row.createdAt,
    awardedAt: startOfDayText(row.awardedOn, row.timeZone),
    expiresAt: row.expiresAt ?? undefined,
    recipient: credentialRecipient(row),
    achievement: await achievementFor(row, name, source.design),
    status: {
      listUrl: statusListUrl(address, organisationId, status.list),
      index: status.index,
      purpose: 'revocation',
    },
    verificationUrl: verificationUrl(address, Buffer.from(row.verificationHash).toString('hex')),
    ...(imported && { imported: { issuer: imported.issuer ?? undefined } }),
  };
}

/** Returns the achievement of the certificate's template. Without one, the certificate is its own achievement. */
async function achievementFor(
  row: CertificateData,
  name: string,
  design: CredentialSource['design'],
): Promise<CredentialFacts['achievement']> {
  const version = versionOf(row);
  if (!version || !design) return { id: `urn:uuid:${row.id}`, name, description: name, criteria: { narrative: name } };
  const { digest } = design;
  const achievement = await achievementOf(Buffer.from(digest).toString('hex'), design.load);
  const description = achievement.description ?? name;
  return {
    id: `urn:uuid:${version.templateId}`,
    name,
    description,
    criteria: achievement.criteriaUrl
      ? { id: new URL(achievement.criteriaUrl).href }
      : { narrative: achievement.criteria ?? description },
    imageUrl: achievementImageUrl(row.address, { ...version, digest }, achievement),
  };
}

/** Returns an address in ASCII, as IRIs in the credential must be. */
const addressOf = (address: string | null): string | undefined => (address ? new URL(address).href : undefined);
