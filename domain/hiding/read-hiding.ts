import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import type { MyCertificate } from '../my/show-certificates.ts';
import { COVERED, isAuthentic } from '../shared/authentic-rows.ts';
import { readRules } from '../templates/read-rules.ts';
import { shareUrl } from './link-shared.ts';

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
  /** Links that are not revoked, oldest first. */
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
  const rows = await database(services.em())
    .selectFrom('share_links')
    .select([...COVERED.share_links, 'mac'])
    .where(
      sql<boolean>`(organisation_id, certificate_id) in (select * from unnest(
        ${certificates.map(({ organisationId }) => organisationId)}::uuid[], ${certificates.map(({ id }) => id)}::uuid[]))`,
    )
    .where('revokedAt', 'is', null)
    .orderBy('id')
    .execute();
  const genuine = rows.filter((row) => isAuthentic(services, 'share_links', row));
  const shown = genuine.map((row) => ({
    certificateId: row.certificateId,
    link: { id: row.id, url: shareUrl(services, row, services.installation.address), createdAt: row.createdAt },
  }));
  return new Map(
    [...Map.groupBy(shown, ({ certificateId }) => certificateId)].map(([id, own]) => [id, own.map(({ link }) => link)]),
  );
}
