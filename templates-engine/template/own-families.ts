import { type Detail, detail } from '../../errors/detail.ts';
import { suggestionFor } from '../../errors/suggestion.ts';
import type { Design } from '../design/design.ts';
import { DesignError } from '../design/design-error.ts';
import { kindOf } from '../elements/kinds.ts';
import { FONT_FAMILIES } from '../fonts/catalogue.ts';
import { facesOfFamilies, familyKey, isCatalogueFamily, type OwnFace } from '../fonts/own-fonts.ts';

/**
 * Returns the design with the faces that it uses from the organisation's families. They replace earlier ones, and a published design keeps
 * these files. Throws DesignError for families that neither the catalogue nor the organisation has.
 */
export function withOwnFamilies({ fonts: _, ...design }: Design, own: readonly OwnFace[]): Design {
  const named = design.elements.flatMap((element, index) =>
    (kindOf(element).fontsOf?.(element) ?? []).map(({ member, family }) => ({
      path: `elements[${index}].${member}`,
      family,
    })),
  );
  const known = new Set(own.map(({ family }) => familyKey(family)));
  const unknown = named.filter(({ family }) => !FONT_FAMILIES.includes(family) && !known.has(familyKey(family)));
  if (unknown.length > 0) {
    const families = [...FONT_FAMILIES, ...new Set(own.map(({ family }) => family))];
    throw new DesignError(unknown.map(({ path, family }) => unknownFont(path, family, families)));
  }
  const families = named.map(({ family }) => family).filter((family) => !isCatalogueFamily(family));
  const fonts = facesOfFamilies(own, families);
  return fonts.length > 0 ? { ...design, fonts } : design;
}

function unknownFont(path: string, family: string, families: readonly string[]): Detail {
  const suggestion = suggestionFor(family, families);
  return detail(path, 'unknown_font', { family, ...(suggestion !== null && { suggestion }) });
}
