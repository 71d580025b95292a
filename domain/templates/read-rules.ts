import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { coveredAs, isJoinedAuthentic } from '../shared/authentic-rows.ts';
import { type IssuingRules, versionRules } from './rules.ts';

interface Templated {
  /** Null for a certificate that was imported without a template. */
  templateOrganisationId?: string | null;
  templateId?: string | null;
}

/** Returns the rules of a certificate's template, none without a template; null for a template that was changed outside Laurel. */
export type RulesOf = (row: Templated) => IssuingRules | null;

const keyOf = ({ templateOrganisationId, templateId }: Templated): string => `${templateOrganisationId} ${templateId}`;

/** Reads the rules in the current versions of certificates' templates. */
export async function readRules(
  em: EntityManager,
  services: Pick<Services, 'authenticator'>,
  rows: readonly Templated[],
): Promise<RulesOf> {
  const templated = rows.filter(({ templateId }) => templateId != null);
  const keys = [...new Map(templated.map((row) => [keyOf(row), row])).values()];
  if (keys.length === 0) return ({ templateId }) => (templateId == null ? {} : null);
  const found = await database(em)
    .selectFrom('templates as t')
    .innerJoin('template_versions as v', (join) =>
      join
        .onRef('v.organisationId', '=', 't.organisationId')
        .onRef('v.templateId', '=', 't.id')
        .onRef('v.version', '=', 't.currentVersion'),
    )
    .select(coveredAs('t', 'templates', 'design'))
    .select(coveredAs('v', 'template_versions', 'version'))
    .where(
      sql<boolean>`(t.organisation_id, t.id) in (
        select * from unnest(${keys.map((key) => key.templateOrganisationId)}::uuid[], ${keys.map((key) => key.templateId)}::uuid[]))`,
    )
    .execute();
  const rules = new Map(
    found.map((row) => {
      const isGenuine =
        isJoinedAuthentic(services, 'templates', 'design', row) &&
        isJoinedAuthentic(services, 'template_versions', 'version', row);
      const key = keyOf({ templateOrganisationId: row.designOrganisationId, templateId: row.designId });
      return [key, isGenuine ? versionRules({ rules: row.versionRules }) : null];
    }),
  );
  return (row) => (row.templateId == null ? {} : (rules.get(keyOf(row)) ?? null));
}
