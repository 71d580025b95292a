import { sql } from 'kysely';
import { jsonRows } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { OwnFace } from '../../templates-engine/index.ts';
import { refusal } from '../errors.ts';
import { hasFace } from './load-face.ts';

interface Version {
  organisationId: string;
  templateId: string;
  version: number;
}

/**
 * Records the fonts of a template version in the transaction that publishes it. Recorded fonts cannot be removed. CONFLICT if a font was
 * removed in the meantime.
 */
export async function holdFonts(
  em: EntityManager,
  { organisationId, templateId, version }: Version,
  faces: readonly OwnFace[],
): Promise<void> {
  if (faces.length === 0) return;
  const digests = faces.map(({ digest }) => digest);
  const fonts = await database(em)
    .selectFrom('fonts')
    .select(['id', 'faces'])
    .where('organisationId', '=', organisationId)
    .where(hasFace(digests))
    .orderBy('id')
    .modifyEnd(sql`for key share`)
    .execute();
  const held = new Set(fonts.flatMap((font) => font.faces.map(({ digest }) => digest)));
  const gone = faces.find(({ digest }) => !held.has(digest));
  if (gone) throw refusal('font_removed', { family: gone.family });
  await database(em)
    .insertInto('template_fonts')
    .columns(['organisationId', 'templateId', 'version', 'fontId'])
    .expression(({ selectFrom, val }) =>
      selectFrom(
        jsonRows(
          fonts.map(({ id }) => ({ id })),
          { id: 'uuid' },
        ),
      ).select([
        val(organisationId).as('organisationId'),
        val(templateId).as('templateId'),
        val(version).as('version'),
        'r.id as fontId',
      ]),
    )
    .execute();
}
