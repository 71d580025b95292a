import { claimsHash, claimsOf } from '../certificates/claims.ts';
import { type CertificateFile, digestOf, storedFile } from '../certificates/files.ts';
import type { Services } from '../context.ts';
import { statusPlace } from '../credentials/status-place.ts';
import { readSeals, type SealedFacts } from '../seals/check.ts';
import { isMarkedOrganisation, isMarkedTemplate } from '../seals/marks.ts';
import type { FileStatement } from '../seals/statements.ts';
import { isDesignIntact } from '../templates/intact-design.ts';
import type { Found } from './find.ts';

export interface Integrity {
  /** Whether all that is stored of the certificate is what was issued. */
  verified: boolean;
  /** Null where the seals themselves are not as they were signed. */
  sealed: SealedFacts | null;
}

/**
 * Compares a certificate's rows and files with what was signed: the claims with their hash, the names beside them with their marks,
 * the design with its digest, the status with its last statement, and the files with the digests that were sealed.
 */
export async function checkIntegrity(services: Services, found: Found): Promise<Integrity> {
  const sealed = readSeals(services, Buffer.from(found.verificationHash).toString('hex'), found.seals);
  if (!sealed || !hasClaims(found) || !hasMarks(services, found) || !hasStatus(found, sealed))
    return { verified: false, sealed };
  const checks = [isDesignIntact(services, found), hasFiles(services, found, sealed)];
  return { verified: (await Promise.all(checks)).every(Boolean), sealed };
}

const hasClaims = (found: Found): boolean =>
  claimsHash(claimsOf(found, Buffer.from(found.templateDigest).toString('hex'))).equals(found.verificationHash);

function hasMarks(services: Services, found: Found): boolean {
  const template = {
    organisationId: found.templateOrganisationId,
    id: found.templateId,
    name: found.currentTemplateName,
  };
  const issuer = { ...found, id: found.organisationId };
  return (
    isMarkedTemplate(services, template, found.templateMark) && isMarkedOrganisation(services, issuer, found.issuerMark)
  );
}

/** Certificates from before there were statements of status may have been revoked without one. */
function hasStatus({ revokedAt, revokedReason }: Found, { files, status }: SealedFacts): boolean {
  const isRevoked = Boolean(revokedAt || revokedReason);
  if (!status) return !isRevoked || (files !== null && !('version' in files));
  if (status.kind === 'reinstate') return !isRevoked;
  return revokedAt?.toISOString() === status.sealedAt && revokedReason === status.reason;
}

/** What was sealed is complete, and stays so. */
async function hasFiles(services: Services, found: Found, { files }: SealedFacts): Promise<boolean> {
  if (!files) return found.renderStatus !== 'COMPLETED';
  if (found.renderStatus !== 'COMPLETED' || !hasStatusPlace(found, files)) return false;
  const sealed: [CertificateFile, string | null][] = [
    ['pdf', files.pdfSha256],
    ['png', files.imageSha256],
    ['json', 'version' in files ? files.credentialSha256 : null],
  ];
  const checks = sealed.map(([kind, digest]) => isSealedFile(services, found, kind, digest));
  return (await Promise.all(checks)).every(Boolean);
}

async function isSealedFile(services: Services, found: Found, kind: CertificateFile, sealed: string | null) {
  const recorded = digestOf(found, kind);
  if (sealed === null || !recorded) return sealed === null && !recorded;
  if (Buffer.from(recorded).toString('hex') !== sealed) return false;
  const key = storedFile(found, kind);
  const stored = key && (await services.storage.digest(key));
  return stored !== null && Buffer.from(stored).toString('hex') === sealed;
}

/** The place in the status lists decides whether a credential counts as revoked. */
function hasStatusPlace({ statusNumber, statusSecret }: Found, files: FileStatement): boolean {
  if (!('version' in files)) return statusNumber === null;
  if (statusNumber === null || statusSecret === null || statusSecret.length !== 32) return false;
  const { list, index } = statusPlace(statusSecret, statusNumber);
  return list === files.status.list && index === files.status.index;
}
