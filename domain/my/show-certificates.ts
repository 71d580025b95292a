import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { hasClaims, namesOf } from '../certificates/make-claims.ts';
import { projectCertificate } from '../certificates/project.ts';
import { selectWithVersion } from '../certificates/queries.ts';
import type { CertificateState } from '../certificates/state.ts';
import { inOrganisation, type Services } from '../context.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';
import { dayOf, isTimeZone, lastDayBefore, UTC } from '../shared/calendar.ts';
import { mailboxOf } from '../shared/email-address.ts';

/** A certificate as the recipients' place shows it. */
export interface MyCertificate {
  organisationId: string;
  id: string;
  /** Template, version and name are null for a certificate that was imported without a template. */
  templateOrganisationId: string | null;
  templateId: string | null;
  templateVersion: number | null;
  /** SHA-256 of its original PDF; null for others. */
  originalDigest: Uint8Array | null;
  /** Names at the time of issue. */
  templateName: string | null;
  issuerName: string | null;
  recipientName: string;
  recipientEmail: string;
  variables: Record<string, string>;
  number: string | null;
  verificationHash: string;
  awardedOn: string;
  /** Days (YYYY-MM-DD) of the certificate, in its time zone. */
  dates: { timeZone: string; issuedOn: string; validUntil: string | null };
  status: CertificateState;
  /** False if the content differs from what was issued. */
  isGenuine: boolean;
  /** True if the recipient has hidden the public page. */
  isHidden: boolean;
  /** Null while the files are created. */
  pdfUrl: string | null;
  imageUrl: string | null;
}

/** Key of a certificate. */
export interface Key {
  organisationId: string;
  id: string;
}

/**
 * Returns the certificates with these keys whose present address belongs to one of the mailboxes, in the order of the keys. Omits rows that
 * were changed outside Laurel, because they could belong to anyone.
 */
export async function showCertificates(
  services: Services,
  mailboxes: readonly string[],
  keys: readonly Key[],
): Promise<MyCertificate[]> {
  const rows = await readRows(services, keys);
  return keys.flatMap(({ id }) => {
    const row = rows.get(id);
    return row && isTheirs(services, row, mailboxes) ? [show(services, row)] : [];
  });
}

type Found = Awaited<ReturnType<ReturnType<typeof selectWithVersion>['execute']>>[number];

async function readRows(services: Services, keys: readonly Key[]): Promise<Map<string, Found>> {
  if (keys.length === 0) return new Map();
  const organisations = keys.map(({ organisationId }) => organisationId);
  const ids = keys.map(({ id }) => id);
  const rows = await selectWithVersion(database(services.em()))
    .where(sql<boolean>`(c.organisation_id, c.id) in (select * from unnest(${organisations}::uuid[], ${ids}::uuid[]))`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns true for an authentic row whose present address belongs to one of the mailboxes. */
function isTheirs(services: Services, row: Found, mailboxes: readonly string[]): boolean {
  const { organisationId, id, recipientEmail } = row;
  if (!isAuthentic(services, 'certificates', row)) {
    services.meter.security('a certificate was not shown: it was changed outside Laurel', { organisationId, id });
    return false;
  }
  return recipientEmail != null && mailboxes.includes(mailboxOf(recipientEmail) ?? '');
}

function show(services: Services, row: Found): MyCertificate {
  const shown = projectCertificate(inOrganisation(services, row.organisationId), row);
  const timeZone = isTimeZone(row.timeZone) ? row.timeZone : UTC;
  const { organisationId, id, recipientName, recipientEmail, variables, hidden: isHidden } = row;
  const { templateOrganisationId, templateId, templateVersion, originalDigest } = row;
  const { number, verificationHash, awardedOn, status, pdfUrl, imageUrl } = shown;
  return {
    ...{ organisationId, id, templateOrganisationId, templateId, templateVersion, originalDigest },
    ...{ recipientName, recipientEmail: recipientEmail ?? '', variables, isHidden },
    ...{ number, verificationHash, awardedOn, status, pdfUrl, imageUrl },
    ...namesOf(row),
    dates: {
      timeZone,
      issuedOn: dayOf(row.createdAt, timeZone),
      validUntil: row.expiresAt ? lastDayBefore(row.expiresAt, timeZone) : null,
    },
    // The certificate's page also checks its statements and files.
    isGenuine: hasClaims(row),
  };
}
