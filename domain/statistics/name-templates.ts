import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { liveOf } from '../shared/ids.ts';

/** Returns the present names of the templates that an organisation has used, of its own and of public ones. A sandbox uses live ones. */
export async function nameTemplates({ em, organisationId }: DomainContext): Promise<Map<string, string>> {
  const rows = await database(em())
    .selectFrom('template_usage as u')
    .innerJoin('templates as t', 't.id', 'u.templateId')
    .select(['t.id', 't.name'])
    .where('u.organisationId', '=', organisationId)
    .where(({ or, eb }) => or([eb('t.organisationId', '=', liveOf(organisationId)), eb('t.type', '=', 'PUBLIC')]))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
