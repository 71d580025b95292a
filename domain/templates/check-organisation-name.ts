import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { type Detail, detail } from '../../errors/detail.ts';
import type { DomainContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { findProblems } from './find-problems.ts';
import { versionVariables } from './read-variables.ts';

/** Maximum templates that an error names. */
const MAX_NAMED = 20;

/**
 * Rejects a new name that does not fit in one of the organisation's published templates. No certificate could be issued from that template.
 * The current name passes, because other settings can be saved with it.
 */
export async function checkOrganisationName(context: DomainContext, name: string): Promise<void> {
  const details: Detail[] = [];
  for (const template of await templatesWithOther(context, name)) {
    const values = new Map(versionVariables(template).map((variable) => [variable.name, variable.sample ?? '']));
    values.set('organizationName', name);
    const [checked] = await findProblems(context, template, [values], new Map());
    const found = checked?.problems.find(({ variable }) => variable === 'organizationName');
    if (!found) continue;
    const { templateName, templateId } = template;
    const params = { template: templateName, templateId, problem: found.message };
    details.push(detail('organizationName', 'name_unsuitable', params));
    if (details.length === MAX_NAMED) break;
  }
  if (details.length > 0) throw validationError(details);
}

/** Returns the organisation's published templates whose designs show its name, unless it already has the given one. */
const templatesWithOther = ({ em, organisationId }: DomainContext, name: string) =>
  database(em())
    .selectFrom('templates as t')
    .innerJoin('template_versions as v', (join) =>
      join
        .onRef('v.organisationId', '=', 't.organisationId')
        .onRef('v.templateId', '=', 't.id')
        .onRef('v.version', '=', 't.currentVersion'),
    )
    .innerJoin('organisations as o', 'o.id', 't.organisationId')
    .select(['t.organisationId', 't.id as templateId', 'v.version', 'v.digest', 'v.detectedVariables'])
    .select(['v.recipientNameVariable', 'v.variables', 't.name as templateName', 'o.organizationName'])
    .select(['v.rules', 'o.timeZone'])
    .where('t.organisationId', '=', organisationId)
    .where('t.archivedAt', 'is', null)
    .where('o.organizationName', 'is distinct from', name)
    .where(sql<boolean>`position('organizationName' in v.design) > 0`)
    .execute();
