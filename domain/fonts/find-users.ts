import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';

/** Returns the names of the templates whose versions use a font, by font id. */
export async function templatesByFont(em: EntityManager, organisationId: string): Promise<Map<string, string[]>> {
  const rows = await database(em)
    .selectFrom('template_fonts as f')
    .innerJoin('templates as t', (join) =>
      join.onRef('t.organisationId', '=', 'f.organisationId').onRef('t.id', '=', 'f.templateId'),
    )
    .select(['f.fontId', 't.name'])
    .where('f.organisationId', '=', organisationId)
    .distinct()
    .orderBy('t.name')
    .execute();
  const names = new Map<string, string[]>();
  for (const { fontId, name } of rows) names.set(fontId, [...(names.get(fontId) ?? []), name]);
  return names;
}

/**
 * Returns the names of the drafts that name a family, as a whole text or in a CSS list. Drafts can be invalid designs, so their text is
 * searched. A draft that only ends a sentence with the name therefore counts too.
 */
export async function draftsNaming(em: EntityManager, organisationId: string, family: string): Promise<string[]> {
  const inJson = JSON.stringify(family).slice(1, -1);
  const pattern = `["', ]${inJson.replaceAll(/[^\p{L}\p{N} ]/gu, '\\$&')}["',\\\\]`;
  const rows = await database(em)
    .selectFrom('template_drafts')
    .select('name')
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`design ~* ${pattern}`)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}
