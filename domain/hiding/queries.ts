import { database } from '../../database/sql.ts';
import { hasEnded } from '../audit/find-endings.ts';
import type { Services } from '../context.ts';
import { COVERED, isAuthentic } from '../shared/authentic-rows.ts';

/**
 * Selects links `s` with their certificates `c`, except for links of a certificate's former recipient and revoked ones. A revoked link has
 * no row, but SQL can restore one.
 */
export const selectLinks = (services: Services) =>
  database(services.em())
    .selectFrom('share_links as s')
    .innerJoin('certificates as c', (join) =>
      join
        .onRef('c.organisationId', '=', 's.organisationId')
        .onRef('c.id', '=', 's.certificateId')
        .onRef('c.recipientId', '=', 's.recipientId'),
    )
    .select(COVERED.share_links.map((name) => `s.${name}` as const))
    .select('s.mac')
    .where(({ not }) => not(hasEnded({ organisationId: 's.organisationId', subject: 's.id', since: null })));

type Link = Awaited<ReturnType<ReturnType<typeof selectLinks>['execute']>>[number];

/** Returns false for a link that was written or changed outside Laurel. It shows nothing. */
export const isGenuine = (services: Services, link: Link): boolean => isAuthentic(services, 'share_links', link);
