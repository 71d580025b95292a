import { type Detail, detail } from '../../errors/detail.ts';
import type { Design } from '../design/design.ts';
import { kindOf } from '../elements/kinds.ts';
import { ELEMENT_DEFAULTS } from '../elements/shared/properties.ts';
import { type Box, rotatedBounds, squareIn } from '../graphics/geometry.ts';
import { placeholdersOf } from '../text/placeholders.ts';

/** Tolerance for rounding of a box that fits, in points. */
const TOLERANCE = 0.5;

/** Element that cannot serve its purpose at its position. */
export interface PlacementFault {
  element: number;
  fault: Detail;
}

/**
 * Returns texts with variables and QR codes that extend beyond the page, because their content would be lost. Conditions are ignored.
 * Decoration can extend beyond the page.
 */
export const offPage = ({ page, elements }: Design): PlacementFault[] =>
  elements.flatMap((element, index) => {
    const { role } = kindOf(element).semanticsOf(element);
    const isCode = role === 'code';
    const isVariableText =
      role === 'text' &&
      kindOf(element)
        .textsOf(element)
        .some((text) => placeholdersOf(text)?.length);
    if (!isCode && !isVariableText) return [];
    const { x, y, width, height, rotation = ELEMENT_DEFAULTS.rotation } = element;
    const box = { x, y, width, height };
    const faults = edgesLeft(rotatedBounds(isCode ? squareIn(box) : box, box, rotation), page);
    return faults.map((fault) => ({ element: index, fault }));
  });

/** Returns the sides on which a box extends beyond the page, and by how much. */
function edgesLeft({ x, y, width, height }: Box, page: Design['page']): Detail[] {
  const beyond = { left: -x, top: -y, right: x + width - page.width, bottom: y + height - page.height };
  return Object.entries(beyond)
    .filter(([, points]) => points > TOLERANCE)
    .map(([side, points]) => detail('', 'off_page', { points: Math.ceil(points), side }));
}
