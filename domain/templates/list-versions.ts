import type { z } from 'zod';
import { Template, TemplateVersion } from '../../database/entities/template.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import { iso } from '../shared/schemas.ts';
import { thumbnailUrl } from './link-thumbnail.ts';
import { documentOf } from './parse-document.ts';
import { loadDesign } from './read-current-version.ts';
import { getDesign } from './read-designs.ts';
import type { VersionDesign, VersionId, VersionList } from './schemas.ts';

/** Returns all published versions, latest first. */
export async function listVersions(
  context: DomainContext,
  { id }: { id: string },
): Promise<z.infer<typeof VersionList>> {
  const { organisationId } = context;
  const em = context.em();
  const template = await em.findOne(Template, { organisationId, id });
  if (!template) {
    // An unpublished draft, or a public template of another organisation, has no versions to list. Throws NOT_FOUND for any other id.
    await getDesign(context, { id });
    return { versions: [] };
  }
  const rows = await em.find(TemplateVersion, { organisationId, templateId: id }, { orderBy: { version: 'desc' } });
  return {
    versions: rows.map(({ version, digest, createdAt, authorName, note }) => ({
      version,
      createdAt: iso(createdAt),
      authorName,
      note: note ?? null,
      thumbnailUrl: thumbnailUrl(context.installation.address, { organisationId, templateId: id, digest }),
      isCurrent: version === template.currentVersion,
    })),
  };
}

/** Returns the document of a version, which a person can restore. Throws NotAuthenticError if it was changed outside Laurel. */
export async function getVersion(
  context: DomainContext,
  { id, version }: z.infer<typeof VersionId>,
): Promise<z.infer<typeof VersionDesign>> {
  const key = { organisationId: context.organisationId, templateId: id, version };
  const em = context.em();
  const row = await em.findOne(TemplateVersion, key);
  if (!row) throw notFound();
  assertAuthentic(context, 'template_versions', row);
  return { design: documentOf(await loadDesign(em, row)) };
}
