import type { z } from 'zod';
import { Template, TemplateVersion } from '../../database/entities/template.ts';
import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { holdFonts } from '../fonts/hold.ts';
import { describedTemplate, parseDocument, versionOf } from './import.ts';
import type { Published, SaveDraft } from './schemas.ts';
import { assertLatest, endDraft } from './stored-draft.ts';

/**
 * Makes a design what new certificates are issued from: a new version, and the draft ends. Those that were issued keep
 * the version that they were made from.
 */
export async function publishDesign(
  context: ActingContext,
  { id, design: document, revision }: z.infer<typeof SaveDraft>,
): Promise<z.infer<typeof Published>> {
  const { organisationId } = context;
  // Whose design it is and whether it is the latest is known before its images are decoded; both hold still under the lock.
  await context.em().transactional((em) => assertLatest(em, context, { id, revision }));
  const design = await parseDocument(context, document);
  return context.em().transactional(async (em) => {
    await assertLatest(em, context, { id, revision });
    const known = await em.findOne(Template, { organisationId, id });
    const number = (known?.currentVersion ?? 0) + 1;
    const described = { ...describedTemplate(context, id, design), currentVersion: number };
    if (known) em.assign(known, described);
    else
      em.persist(em.create(Template, { ...described, organisationId, id, type: 'PRIVATE', createdAt: context.now() }));
    await em.flush();
    const version = versionOf(context, { id, version: number, design });
    await em.persist(em.create(TemplateVersion, version)).flush();
    await holdFonts(em, version, design.fonts ?? []);
    await endDraft(em, context, id);
    await database(em)
      .updateTable('templates')
      .set({ revision: revision + 1 })
      .where('organisationId', '=', organisationId)
      .where('id', '=', id)
      .execute();
    await recordAction(em, context, { action: 'designs.publish', subject: id });
    return { version: number, revision: revision + 1 };
  });
}
