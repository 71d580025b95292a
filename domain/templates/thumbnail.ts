import { TemplateVersion } from '../../database/entities/template.ts';
import type { Services } from '../context.ts';
import { designSource } from './design-source.ts';

interface Version {
  organisationId: string;
  templateId: string;
  /** SHA-256 of the design. */
  digest: Uint8Array;
}

/** What a version looks like, at an address that changes with the design; the digest makes it unguessable. */
export const thumbnailUrl = (
  services: Pick<Services, 'baseUrl'>,
  { organisationId, templateId, digest }: Version,
): string => `${services.baseUrl}/thumbnails/${organisationId}/${templateId}/${nameOf(digest)}`;

const nameOf = (digest: Uint8Array): string => `${Buffer.from(digest).subarray(0, 16).toString('hex')}.png`;

/** The PNG at such an address, made when it is first asked for; null where there is none. */
export async function loadThumbnail(
  services: Services,
  { organisationId, templateId, name }: { organisationId: string; templateId: string; name: string },
): Promise<Uint8Array | null> {
  const versions = await services.em().find(TemplateVersion, { organisationId, templateId });
  const version = versions.find(({ digest }) => nameOf(digest) === name);
  if (!version) return null;
  const key = { organisationId, id: templateId, name };
  const stored = await services.storage.get(key);
  if (stored) return stored;
  const thumbnail = await services.renderer.thumbnail({
    organisationId,
    ...designSource(services, version),
  });
  await services.storage.put({ key, content: thumbnail });
  return thumbnail;
}
