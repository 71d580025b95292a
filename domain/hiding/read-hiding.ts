import { sql } from 'kysely';
import type { Services } from '../context.ts';
import type { MyCertificate } from '../my/show-certificates.ts';
import { readRules } from '../templates/read-rules.ts';
import { shareUrl } from './link-shared.ts';
import { isGenuine, selectLinks } from './queries.ts';

/** Link by which a certificate is shown while it is hidden. */
export interface ShareLink {
  id: string;
  url: string;
  createdAt: Date;
}

/** Recipient's ways to hide a certificate. */
export interface CertificateHiding {
  isHidden: boolean;
  /** True if the template allows to hide it. */
  mayHide: boolean;
  /** Oldest first. */
  links: ShareLink[];
}

/** Returns the hiding of certificates by their ids, for those that are hidden or can be, or have links. */
export async function readHiding(
  services: Services,
  certificates: readonly MyCertificate[],
): Promise<Map<string, CertificateHiding>> {
  const em = services.em();
  const rulesOf = await readRules(em, services, certificates);
  const links = await readLinks(services, certificates);
  return new Map(
    certificates.flatMap((one) => {
      const mayHide = rulesOf(one)?.hiding === true;
      const own = links.get(one.id) ?? [];
      if (!mayHide && !one.isHidden && own.length === 0) return [];
      return [[one.id, { isHidden: one.isHidden, mayHide, links: own }] as const];
    }),
  );
}

async function readLinks(
  services: Services,
  certificates: readonly MyCertificate[],
): Promise<Map<string, ShareLink[]>> {
  if (certificates.length === 0) return new Map();
  const rows = await selectLinks(services)
    .where(
      sql<boolean>`(s.organisation_id, s.certificate_id) in (select * from unnest(
        ${certificates.map(({ organisationId }) => organisationId)}::uuid[], ${certificates.map(({ id }) => id)}::uuid[]))`,
    )
    .orderBy('s.id')
    .execute();
  const genuine = rows.filter((row) => isGenuine(services, row));
  const shown = genuine.map((row) => ({
    certificateId: row.certificateId,
    link: { id: row.id, url: shareUrl(services, row, services.installation.address), createdAt: row.createdAt },
  }));
  return new Map(
    [...Map.groupBy(shown, ({ certificateId }) => certificateId)].map(([id, own]) => [id, own.map(({ link }) => link)]),
  );
}
