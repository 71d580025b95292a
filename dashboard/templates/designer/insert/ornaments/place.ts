import { recolour } from '../../../shared/recolour.ts';
import { type DesignElement, type Item, type Page, withId } from '../../model/design.ts';
import { round } from '../../model/geometry.ts';
import { ACCENT, type Ornament, SHADE } from './parts.ts';
import { scalePath } from './scale-path.ts';

/** Distance between a frame and the page's edge, in points. */
const MARGIN = 28;
/** Maximum share of the page's width or height for ornaments other than frames. */
const SHARE = 0.8;
/** Members that are lengths. */
const LENGTHS = ['x', 'y', 'width', 'height', 'strokeWidth', 'radius', 'size', 'minSize', 'letterSpacing', 'arc'];

/** Returns an ornament's elements as a group in the middle of a page, in the brand's colour. A frame fills the page. */
export function placeOrnament(ornament: Ornament, page: Page, brandColor: string | null): Item[] {
  const { name, kind, elements } = ornament;
  const isFrame = kind === 'Frames';
  // A frame takes the page's orientation.
  const isTurned = isFrame && ornament.width > ornament.height !== page.width > page.height;
  const [width, height] = isTurned ? [ornament.height, ornament.width] : [ornament.width, ornament.height];
  const by = isFrame
    ? Math.min((page.width - 2 * MARGIN) / width, (page.height - 2 * MARGIN) / height)
    : Math.min(1, (SHARE * page.width) / width, (SHARE * page.height) / height);
  const [dx, dy] = [(page.width - ornament.width * by) / 2, (page.height - ornament.height * by) / 2];
  const { painted } = recolour({ painted: elements }, brandColors(brandColor)) as { painted: DesignElement[] };
  return painted.map((element) => {
    const scaled = scale(element, by);
    const placed = { ...scaled, x: round(scaled.x + dx), y: round(scaled.y + dy) };
    const turned = isTurned ? turn(placed, page) : placed;
    return withId(elements.length > 1 ? { ...turned, editor: { ...turned.editor, group: name } } : turned);
  });
}

function scale(element: DesignElement, by: number): DesignElement {
  const members = Object.entries(element).map(([member, value]) => {
    if (member === 'path') return [member, scalePath(String(value), by)];
    return [member, LENGTHS.includes(member) && typeof value === 'number' ? round(value * by) : value];
  });
  return Object.fromEntries(members) as DesignElement;
}

/** Rotates an element by 90° around the page's centre. */
function turn(element: DesignElement, page: Page): DesignElement {
  const { x, y, width, height } = element;
  const [fromX, fromY] = [x + width / 2 - page.width / 2, y + height / 2 - page.height / 2];
  return {
    ...element,
    x: round(page.width / 2 - fromY - width / 2),
    y: round(page.height / 2 + fromX - height / 2),
    rotation: 90,
  };
}

function brandColors(brandColor: string | null): Record<string, string> {
  if (!/^#[\da-f]{6}$/i.test(brandColor ?? '')) return {};
  const accent = String(brandColor).toLowerCase();
  const shade = accent.replaceAll(/[\da-f]{2}/g, (part) =>
    Math.round(Number.parseInt(part, 16) * 0.75)
      .toString(16)
      .padStart(2, '0'),
  );
  return { [ACCENT]: accent, [SHADE]: shade };
}
