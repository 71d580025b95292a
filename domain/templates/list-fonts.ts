import { z } from 'zod';
import { familyKey, fontFamilies } from '../../templates-engine/index.ts';
import type { DomainContext } from '../context.ts';
import { ownFaces } from '../fonts/load-face.ts';

export const FontList = z.array(
  z.object({
    family: z.string(),
    weights: z.array(z.int()),
    hasItalic: z.boolean(),
    url: z.string().describe('A file of its letters for a preview; accepts `weight` and `italic`'),
    isOwn: z.boolean().describe('True if the organisation has uploaded the family'),
  }),
);

/** Returns the families that a design can name: the organisation's own and the catalogue's. */
export async function listFamilies(context: DomainContext): Promise<z.infer<typeof FontList>> {
  const { organisationId, installation } = context;
  const fonts = `${new URL(installation.address).pathname.replace(/\/$/, '')}/fonts`;
  const catalogue = fontFamilies().map((font) => ({
    ...font,
    url: `${fonts}/${encodeURIComponent(font.family)}`,
    isOwn: false,
  }));
  const own = Map.groupBy(await ownFaces(context.em(), organisationId), ({ family }) => familyKey(family));
  const families = [...own.values()].map((faces) => {
    const family = faces[0]?.family ?? '';
    return {
      family,
      weights: [...new Set(faces.map(({ weight }) => weight))].sort((a, b) => a - b),
      hasItalic: faces.some(({ italic }) => italic),
      url: `${fonts}/own/${encodeURIComponent(family)}?organisationId=${organisationId}&files=${faces[0]?.digest.slice(0, 16)}`,
      isOwn: true,
    };
  });
  return [...families.sort((a, b) => a.family.localeCompare(b.family)), ...catalogue];
}
