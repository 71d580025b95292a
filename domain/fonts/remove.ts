import { enqueue } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound, refusal } from '../errors.ts';
import { draftsNaming, templatesByFont } from './find-users.ts';
import { faceFileName } from './store-file.ts';

const SHOWN = 3;

/** Removes an uploaded font. CONFLICT if a template version uses it or a draft names its family. */
export async function removeFont(context: ActingContext, { id }: { id: string }): Promise<void> {
  const { organisationId } = context;
  await context.em().transactional(async (em) => {
    const font = await database(em)
      .selectFrom('fonts')
      .select(['family', 'faces'])
      .where('organisationId', '=', organisationId)
      .where('id', '=', id)
      // Waits for publications that hold the font (`holdFonts`).
      .forUpdate()
      .executeTakeFirst();
    if (!font) throw notFound();
    const templates = (await templatesByFont(em, organisationId)).get(id) ?? [];
    if (templates.length > 0) throw refusal('font_used', { users: `the published ${named('template', templates)}` });
    const drafts = await draftsNaming(em, organisationId, font.family);
    if (drafts.length > 0) throw refusal('font_used', { users: `the ${named('draft', drafts)}` });
    await database(em).deleteFrom('fonts').where('organisationId', '=', organisationId).where('id', '=', id).execute();
    await recordAction(em, context, { action: 'fonts.remove', subject: font.family });
    const files = font.faces.map(({ digest }) => ({ organisationId, fontId: id, name: faceFileName(digest) }));
    await enqueue(
      em,
      'delete-font',
      files.map((payload) => ({ payload })),
    );
  });
}

function named(what: string, names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => JSON.stringify(name));
  const more = names.length - shown.length;
  return `${what}${names.length > 1 ? 's' : ''} ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
