import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';

/** Whether anybody can issue from a design whose values are checked in a process of its own: one with markup or own fonts. */
export async function hasCheckedApart({ em }: Pick<Services, 'em'>): Promise<boolean> {
  const current = database(em())
    .selectFrom('templates as t')
    .innerJoin('template_versions as v', (join) =>
      join
        .onRef('v.organisationId', '=', 't.organisationId')
        .onRef('v.templateId', '=', 't.id')
        .onRef('v.version', '=', 't.currentVersion'),
    )
    .where('t.archivedAt', 'is', null)
    .select('t.id')
    .limit(1);
  // Word for word the condition of the index template_versions_markup: without it each design would be read.
  const markup = current.where(sql<boolean>`position('"type":"markup"' in v.design) > 0`);
  if (await markup.executeTakeFirst()) return true;
  const fonts = current.innerJoin('template_fonts as f', (join) =>
    join
      .onRef('f.organisationId', '=', 'v.organisationId')
      .onRef('f.templateId', '=', 'v.templateId')
      .onRef('f.version', '=', 'v.version'),
  );
  return (await fonts.executeTakeFirst()) !== undefined;
}
