import { v7 as uuidv7 } from 'uuid';
import { Template, TemplateVersion } from '../../database/entities/template.ts';
import { type Design, DesignError, detectedVariables, parseDesign } from '../../templates-engine/index.ts';
import type { DomainContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { canonicalJson, sha256 } from '../shared/crypto.ts';

/** Makes a private template of a design document; its images are checked and made safe here, once. */
export async function importTemplate(
  context: DomainContext,
  document: unknown,
): Promise<{ id: string; detectedVariables: string[] }> {
  const design = await parse(document);
  const json = canonicalJson(design);
  const now = context.now();
  const template = {
    organisationId: context.organisationId,
    id: uuidv7(),
    name: design.name,
    formationName: design.formationName ?? null,
    description: design.description ?? null,
    type: 'PRIVATE' as const,
    currentVersion: 1,
    createdAt: now,
    updatedAt: now,
  };
  const version = {
    organisationId: context.organisationId,
    templateId: template.id,
    version: 1,
    digest: sha256(json),
    design: json,
    detectedVariables: detectedVariables(design),
    recipientNameVariable: design.recipientNameVariable,
    createdAt: now,
  };
  await context.em().transactional(async (em) => {
    await em.persist(em.create(Template, template)).flush();
    await em.persist(em.create(TemplateVersion, version)).flush();
  });
  return { id: template.id, detectedVariables: version.detectedVariables };
}

async function parse(document: unknown): Promise<Design> {
  try {
    return await parseDesign(document);
  } catch (error) {
    if (error instanceof DesignError) throw validationError('The design document is not valid', error.issues);
    throw error;
  }
}
