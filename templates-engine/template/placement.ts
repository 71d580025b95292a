import type { Design } from '../design/design.ts';
import { kindOf } from '../elements/kinds.ts';
import { ELEMENT_DEFAULTS } from '../elements/shared/properties.ts';
import { type Box, rotatedBounds, squareIn } from '../graphics/geometry.ts';
import { placeholdersOf } from '../text/placeholders.ts';

/** What rounding may make of a box that fits, in points. */
const TOLERANCE = 0.5;

/** An element that can't do what it is for where it is. */
export interface PlacementFault {
  element: number;
  message: string;
}

/**
 * Texts with variables and QR codes that leave the page: what they say would be lost, whether or not they are shown on a
 * condition. Decoration may go beyond the page's edges.
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
    const edges = edgesLeft(rotatedBounds(isCode ? squareIn(box) : box, box, rotation), page);
    if (edges.length === 0) return [];
    const what = isCode ? 'a QR code' : 'a text with variables';
    return [
      { element: index, message: `takes a place on the page: as ${what} it leaves the page ${edges.join(' and ')}` },
    ];
  });

/** On which sides a box leaves the page, and how far. */
function edgesLeft({ x, y, width, height }: Box, page: Design['page']): string[] {
  const beyond = { left: -x, top: -y, right: x + width - page.width, bottom: y + height - page.height };
  return Object.entries(beyond)
    .filter(([, points]) => points > TOLERANCE)
    .map(([side, points]) => `by ${Math.ceil(points)} points at the ${side}`);
}
