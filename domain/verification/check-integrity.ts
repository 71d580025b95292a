import type { CertificateFile } from '../addresses/link-file.ts';
import { digestOf, storedFile } from '../certificates/load-file.ts';
import { hasClaims, issuerDid } from '../certificates/make-claims.ts';
import { inOrganisation, type Services } from '../context.ts';
import { statusIndex } from '../credentials/assign-status-index.ts';
import { readSeals } from '../seals/check.ts';
import { areFilesDue, type SealedFacts } from '../seals/follow-chain.ts';
import { isSealedAs } from '../seals/match-row.ts';
import type { FileStatement } from '../seals/parse-statement.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';
import { holds } from '../shared/holds.ts';
import { isSourceGenuine } from '../templates/assert-source.ts';
import { areTimesPlausible } from './check-times.ts';
import type { Found } from './find.ts';
import { hasTrustedKeys } from './find-trusted-keys.ts';

export interface Integrity {
  /** False if stored data of the certificate differs from what was issued. */
  verified: boolean;
  /** Null if a seal is not valid. */
  sealed: SealedFacts | null;
}

/**
 * Compares a certificate's rows and files with what was signed and authenticated. Checks claims against their hash, rows against their
 * codes, and the design and files against their digests. Checks the status against its last statement and the log, and the times for
 * plausibility.
 */
export async function checkIntegrity(
  given: Services,
  found: Found,
  { withFiles = true }: { withFiles?: boolean } = {},
): Promise<Integrity> {
  const services = inOrganisation(given, found.organisationId);
  const sealed = readSeals(services, Buffer.from(found.verificationHash).toString('hex'), found.seals);
  if (!sealed || !isChainIntact(services, found, sealed)) return { verified: false, sealed };
  const checks = [
    hasTrustedKeys(services, found),
    isSourceGenuine(services, found, found.sourcePlace),
    hasFiles(services, found, sealed, withFiles),
  ];
  return { verified: (await Promise.all(checks)).every(Boolean), sealed };
}

/** Returns true if the row, its claims, its statements and the log agree, apart from files and sources. */
const isChainIntact = (services: Services, found: Found, sealed: SealedFacts): boolean =>
  isAuthentic(services, 'certificates', found) &&
  holds(() => hasClaims(found)) &&
  isSealedAs(found, sealed) &&
  areTimesPlausible(found);

/** Returns true if the sealed files are complete and unchanged. */
async function hasFiles(services: Services, found: Found, sealed: SealedFacts, withFiles: boolean): Promise<boolean> {
  const { files } = sealed;
  if (!files || areFilesDue(sealed)) return found.renderStatus !== 'COMPLETED';
  if (found.renderStatus !== 'COMPLETED' || !hasStatusPlace(services, found, files)) return false;
  if (files.issuer !== issuerDid(found.address, found.organisationId)) return false;
  const digests: [CertificateFile, string][] = [
    ['pdf', files.pdfSha256],
    ['png', files.imageSha256],
    ['json', files.credentialSha256],
  ];
  const checks = digests.map(([kind, digest]) => isSealedFile(services, found, { kind, sealed: digest, withFiles }));
  return (await Promise.all(checks)).every(Boolean);
}

async function isSealedFile(
  services: Services,
  found: Found,
  { kind, sealed, withFiles }: { kind: CertificateFile; sealed: string; withFiles: boolean },
) {
  const recorded = digestOf(found, kind);
  if (!recorded || Buffer.from(recorded).toString('hex') !== sealed) return false;
  if (!withFiles) return true;
  const key = storedFile(found, kind);
  const stored = key && (await services.storage.digest(key));
  return stored !== null && Buffer.from(stored).toString('hex') === sealed;
}

/** Checks the place in the status lists, which decides where a revocation is published. */
function hasStatusPlace(services: Services, found: Found, files: FileStatement): boolean {
  const { organisationId, statusNumber, statusSecret: secret, statusMac: mac } = found;
  if (statusNumber === null || secret?.length !== 32 || !mac) return false;
  if (!isAuthentic(services, 'status_lists', { organisationId, secret, mac })) return false;
  return holds(() => {
    const { list, index } = statusIndex(secret, statusNumber);
    return list === files.status.list && index === files.status.index;
  });
}
