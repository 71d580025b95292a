import type { Draft, Item } from '../model/design.ts';
import { type ElementPicture, PIXELS_PER_POINT } from '../model/preview.ts';

/** State from which a part was drawn: the element, its content with values, and everything else that affects its picture. */
export interface Source {
  of: Item;
  look: string;
}

/** Members that do not affect an element's own picture. */
const PLACE = new Set(['x', 'y', 'editor']);

/**
 * Returns whether two states of an element look the same, regardless of position. Members are compared by identity, as edits keep unchanged
 * objects.
 */
function looksAlike(a: Item, b: Item): boolean {
  if (a === b) return true;
  const members = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...members].every((member) => PLACE.has(member) || a[member as keyof Item] === b[member as keyof Item]);
}

/** Returns whether all elements of two states look the same, regardless of position. */
export const areAlike = (a: Pick<Draft, 'elements'>, b: Pick<Draft, 'elements'>): boolean =>
  a.elements.length === b.elements.length &&
  a.elements.every((item, at) => {
    const other = b.elements[at];
    return other !== undefined && looksAlike(item, other);
  });

export const isSameLook = (a: Source, b: Source): boolean => a.look === b.look && looksAlike(a.of, b.of);

const isWholePixels = (points: number): boolean =>
  Math.abs(points * PIXELS_PER_POINT - Math.round(points * PIXELS_PER_POINT)) < 0.01;

/** Returns whether a picture shows an element exactly, which includes moves by whole pixels. */
export function isExact(now: Source, picture: ElementPicture & Source): boolean {
  if (!isSameLook(now, picture)) return false;
  const [dx, dy] = [now.of.x - picture.of.x, now.of.y - picture.of.y];
  if (dx === 0 && dy === 0) return true;
  return picture.isWhole && isWholePixels(dx) && isWholePixels(dy);
}

/** Returns whether two states have the same background picture. Members are compared by identity. */
export const isSameGround = (a: Pick<Draft, 'page' | 'background'>, b: Pick<Draft, 'page' | 'background'>): boolean =>
  a.background === b.background && a.page.width === b.page.width && a.page.height === b.page.height;
