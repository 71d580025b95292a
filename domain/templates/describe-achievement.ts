import { TemplateVersion } from '../../database/entities/template.ts';
import { readDesign } from '../../templates-engine/index.ts';
import type { Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { keptByDigest } from './compile-texts.ts';
import { thumbnailUrl } from './link-thumbnail.ts';
import { loadDesign } from './read-current-version.ts';

/** The achievement that a version's design certifies. */
interface Achievement {
  name: string;
  description: string | null;
  criteria: string | null;
  criteriaUrl: string | null;
  image: { type: string; content: Buffer } | null;
}

export const achievementOf = keptByDigest(async (json): Promise<Achievement> => {
  const { name, description, achievement } = readDesign(json);
  return {
    name,
    description: description?.trim() || null,
    criteria: achievement?.criteria ?? null,
    criteriaUrl: achievement?.criteriaUrl ?? null,
    image: achievement?.image ? readDataUri(achievement.image) : null,
  };
});

/** Decodes a picture that was made safe when the design was published. */
function readDataUri(uri: string): Achievement['image'] {
  const [, type = '', encoding, data = ''] = /^data:([^;,]+)(;base64)?,(.*)$/s.exec(uri) ?? [];
  return { type, content: encoding ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data)) };
}

interface Version {
  organisationId: string;
  templateId: string;
  /** SHA-256 of the design. */
  digest: Uint8Array;
}

const nameOf = (digest: Uint8Array): string => Buffer.from(digest).toString('hex', 0, 16);

/** Returns the public address of the achievement's picture: the design's own, or the version's thumbnail. */
export const achievementImageUrl = (
  address: string,
  version: Version,
  { image }: Pick<Achievement, 'image'>,
): string =>
  image
    ? `${address}/achievements/${version.organisationId}/${version.templateId}/${nameOf(version.digest)}`
    : thumbnailUrl(address, version);

/** Returns the picture at such an address; NOT_FOUND for any other. */
export async function openAchievementImage(
  services: Services,
  { organisationId, templateId, name }: { organisationId: string; templateId: string; name: string },
): Promise<{ type: string; content: Buffer }> {
  const versions = await services.em().find(TemplateVersion, { organisationId, templateId });
  const version = versions.find(({ digest }) => nameOf(digest) === name);
  if (!version) throw notFound();
  const digest = Buffer.from(version.digest).toString('hex');
  const { image } = await achievementOf(digest, () => loadDesign(services.em(), version));
  if (!image) throw notFound();
  return image;
}
