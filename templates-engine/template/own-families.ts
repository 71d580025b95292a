import { type Detail, detail } from '../../errors/detail.ts';
import { suggestionFor } from '../../errors/suggestion.ts';
import type { Design } from '../design/design.ts';
import { type DesignElement, elementSchema, kindOf } from '../elements/kinds.ts';
import { fontFamily } from '../elements/shared/fields.ts';
import { FONT_FAMILIES } from '../fonts/catalogue.ts';
import { facesOfFamilies, familyKey, isCatalogueFamily, type OwnFace } from '../fonts/own-fonts.ts';

/**
 * Returns the design with the faces that it uses from the organisation's families. They replace earlier ones, and a published design keeps
 * these files.
 */
export function withOwnFamilies({ fonts: _, ...design }: Design, own: readonly OwnFace[]): Design {
  const families = design.elements.flatMap(fontsOf).map(({ family }) => family);
  const fonts = facesOfFamilies(
    own,
    families.filter((family) => !isCatalogueFamily(family)),
  );
  return fonts.length > 0 ? { ...design, fonts } : design;
}

/** Returns a fault for each family that neither the catalogue nor the organisation has. The elements can be invalid. */
export function unknownFonts(elements: readonly unknown[], own: readonly OwnFace[]): Detail[] {
  const known = new Set(own.map(({ family }) => familyKey(family)));
  const families = [...FONT_FAMILIES, ...new Set(own.map(({ family }) => family))];
  return elements.flatMap((element, index) =>
    fontsIn(element)
      .filter(({ family }) => !FONT_FAMILIES.includes(family) && !known.has(familyKey(family)))
      .map(({ member, family }) => unknownFont(`elements[${index}].${member}`, family, families)),
  );
}

const fontsOf = (element: DesignElement) => kindOf(element).fontsOf?.(element) ?? [];

/** Returns the families that an element names. Of an invalid one, returns only that of its own member. */
function fontsIn(element: unknown): readonly { member: string; family: string }[] {
  const { data } = elementSchema.safeParse(element);
  if (data) return fontsOf(data);
  const { font } = Object(element) as { font?: unknown };
  const family = fontFamily.safeParse(font).data;
  return family === undefined ? [] : [{ member: 'font', family }];
}

function unknownFont(path: string, family: string, families: readonly string[]): Detail {
  const suggestion = suggestionFor(family, families);
  return detail(path, 'unknown_font', { family, ...(suggestion !== null && { suggestion }) });
}
