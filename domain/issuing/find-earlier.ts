import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { hasState, VALID } from '../certificates/state.ts';
import type { DomainContext } from '../context.ts';
import { recipientIdOf } from '../recipients/identify.ts';
import type { IssuableVersion } from '../templates/read-current-version.ts';
import { versionVariables } from '../templates/read-variables.ts';
import type { PreparedCertificate } from './prepare.ts';

/** Maximum number of earlier certificates that are compared. A recipient can have many of one template. */
const MAX_EARLIER = 10_000;

/**
 * Finds valid certificates of the template with the same address and values but dates, or with the same external id. Returns their ids by
 * the index of the new certificate. Renewals are exempt.
 */
export async function findEarlier(
  context: DomainContext,
  template: IssuableVersion,
  prepared: readonly PreparedCertificate[],
): Promise<Map<number, string>> {
  const { organisationId } = context;
  const isCompared = new Set(versionVariables(template).flatMap(({ name, type }) => (type === 'date' ? [] : [name])));
  const contentOf = (variables: Readonly<Record<string, string>>): string =>
    JSON.stringify(
      Object.entries(variables)
        .filter(([name]) => isCompared.has(name))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  const keys = prepared.map(({ claims, recipientEmail }) => ({
    recipientId: recipientEmail === null ? null : recipientIdOf(organisationId, recipientEmail),
    externalId: claims.externalId,
    content: contentOf(claims.variables),
    isRenewal: claims.renewalOf !== null,
  }));
  const ids = keys.flatMap(({ recipientId }) => recipientId ?? []);
  const externalIds = keys.flatMap(({ externalId }) => externalId ?? []);
  if (ids.length + externalIds.length === 0) return new Map();
  // A correction is prepared for a certificate that is recorded already.
  const own = prepared.map(({ claims }) => claims.certificateId);
  const rows = await database(context.em())
    .selectFrom('certificates as c')
    .select(['c.id', 'c.recipientId', 'c.externalId', 'c.variables'])
    .where('c.organisationId', '=', organisationId)
    .where('c.templateId', '=', template.templateId)
    .where('c.renderStatus', '<>', 'FAILED')
    .where(sql<boolean>`c.id <> all(${own}::uuid[])`)
    .where(sql<boolean>`(c.recipient_id = any(${ids}::uuid[]) or c.external_id = any(${externalIds}::text[]))`)
    .where(hasState(VALID, context.now()))
    .orderBy('c.id', 'desc')
    .limit(MAX_EARLIER)
    .execute();
  const byContent = new Map(rows.map((row) => [`${row.recipientId} ${contentOf(row.variables)}`, row.id]));
  const byExternalId = new Map(rows.map((row) => [row.externalId, row.id]));
  return new Map(
    keys.flatMap(({ recipientId, externalId, content, isRenewal }, index) => {
      if (isRenewal) return [];
      const same = recipientId === null ? undefined : byContent.get(`${recipientId} ${content}`);
      const id = same ?? (externalId === null ? undefined : byExternalId.get(externalId));
      return id === undefined ? [] : [[index, id] as const];
    }),
  );
}
