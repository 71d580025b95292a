import { Organisation } from '../../database/entities/organisation.ts';
import { TemplateVersion } from '../../database/entities/template.ts';
import type { Services } from '../context.ts';
import { sha256 } from '../shared/crypto.ts';
import { thumbnailName } from '../templates/link-thumbnail.ts';
import { designSource } from '../templates/load-design-source.ts';
import { sampleValues } from './make-sample-values.ts';

export interface Thumbnail {
  png: Uint8Array;
  /** Changes with the content. */
  etag: string;
}

/**
 * Returns the thumbnail at an address (domain/templates/link-thumbnail.ts), with sample values and the organisation's name. It is made on
 * the first request, and again after the organisation was renamed. Null for an unknown address.
 */
export async function loadThumbnail(
  services: Services,
  { organisationId, templateId, name }: { organisationId: string; templateId: string; name: string },
): Promise<Thumbnail | null> {
  const em = services.em();
  const versions = await em.find(TemplateVersion, { organisationId, templateId });
  const version = versions.find(({ digest }) => thumbnailName(digest) === name);
  if (!version) return null;
  const organisation = await em.findOneOrFail(Organisation, { id: organisationId });
  const values = sampleValues({ ...services, organisationId }, {}, organisation);
  const shown = sha256(values.get('organizationName') ?? '').toString('hex', 0, 8);
  const storedName = (one: string) => `${shown}-${one}`;
  const key = { organisationId, id: templateId, name: storedName(name) };
  const etag = `"${key.name}"`;
  const stored = await services.storage.get(key);
  if (stored) return { png: stored, etag };
  const png = await services.renderer.thumbnail({ organisationId, values, ...designSource(services, version) });
  await services.storage.put({ key, content: png });
  // Thumbnails with a former name of the organisation.
  await services.storage.removeOthers(
    key,
    versions.map(({ digest }) => storedName(thumbnailName(digest))),
  );
  return { png, etag };
}
