import { v7 as uuidv7 } from 'uuid';
import { Template, TemplateVersion } from '../../database/entities/template.ts';
import { type Design, DesignError, detectedVariables } from '../../templates-engine/index.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext, DocumentRequest, DomainContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { holdFonts } from '../fonts/hold.ts';
import { loadFace, ownFaces } from '../fonts/own-faces.ts';
import { templateMark } from '../seals/marks.ts';
import { canonicalJson, sha256 } from '../shared/crypto.ts';

/** Makes a private template of a design document; its images are checked and made safe here, once. */
export async function importTemplate(
  context: ActingContext,
  document: unknown,
): Promise<{ id: string; detectedVariables: string[] }> {
  const design = await parseDocument(context, document);
  const id = uuidv7();
  const template = {
    ...describedTemplate(context, id, design),
    organisationId: context.organisationId,
    id,
    type: 'PRIVATE' as const,
    currentVersion: 1,
    createdAt: context.now(),
  };
  const version = versionOf(context, { id: template.id, version: 1, design });
  await context.em().transactional(async (em) => {
    await em.persist(em.create(Template, template)).flush();
    await em.persist(em.create(TemplateVersion, version)).flush();
    await holdFonts(em, version, design.fonts ?? []);
    await recordAction(em, context, { action: 'templates.import', subject: template.id });
  });
  return { id: template.id, detectedVariables: version.detectedVariables };
}

/** What the list of templates shows of a design. */
export const describedTemplate = (context: DomainContext, id: string, design: Design) => ({
  name: design.name,
  mark: templateMark(context, { organisationId: context.organisationId, id, name: design.name }),
  formationName: design.formationName ?? null,
  description: design.description ?? null,
  updatedAt: context.now(),
});

/** One published state of a design. */
export function versionOf(
  context: DomainContext,
  { id, version, design }: { id: string; version: number; design: Design },
) {
  const json = canonicalJson(design);
  return {
    organisationId: context.organisationId,
    templateId: id,
    version,
    digest: sha256(json),
    design: json,
    detectedVariables: detectedVariables(design),
    recipientNameVariable: design.recipientNameVariable,
    createdAt: context.now(),
  };
}

/** A design document with what its organisation has for it. */
export async function documentSource(context: DomainContext, document: unknown): Promise<DocumentRequest> {
  const { organisationId } = context;
  return {
    organisationId,
    document,
    own: await ownFaces(context.em(), organisationId),
    font: (face) => loadFace(context, organisationId, face),
  };
}

/** A design document, checked, its images made safe; VALIDATION_ERROR names every fault. */
export async function parseDocument(context: DomainContext, document: unknown): Promise<Design> {
  try {
    return await context.renderer.parseDesign(await documentSource(context, document));
  } catch (error) {
    if (error instanceof DesignError) throw validationError('The design document is not valid', error.issues);
    throw error;
  }
}
