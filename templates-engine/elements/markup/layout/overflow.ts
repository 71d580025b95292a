import { detail } from '../../../../errors/detail.ts';
import type { Box } from '../../../graphics/geometry.ts';
import type { Matrix } from '../../../graphics/paint.ts';
import { isBuiltIn } from '../../../text/placeholders.ts';
import type { ShownValues } from '../../../text/values.ts';
import type { BuiltElement } from '../../shared/kind.ts';
import type { BoxInstance, Instance, ParagraphInstance } from '../expand/instances.ts';
import type { PlacedText } from '../paint/assemble.ts';
import { movedBox, movedBy, movedText } from './transformed.ts';

/** Distance in points that content can protrude from its box without being visible. */
const TOLERANCE = 0.5;

interface Question {
  element: Box;
  root: BoxInstance;
  boxes: readonly Box[];
  texts: ReadonlyMap<number, PlacedText>;
  values: ShownValues;
}

/** Box that must contain the text inside it. */
interface Holder {
  right: number;
  bottom: number;
  left: number;
  top: number;
}

/** Context of a node from its ancestors. */
interface Around {
  holders: readonly Holder[];
  /** Variable whose lines produce the enclosing rows. */
  row: string | null;
  /** Transform that applies to the node; null without one. */
  matrix: Matrix | null;
  /** Set if an ancestor clips protruding content, as for a ribbon across a corner. */
  isCut: boolean;
}

/**
 * Returns a fault if content protrudes from the box of the element, or text from a box of fixed size. The fault names the variable
 * responsible: one in the text, or the one whose lines are rows.
 */
export function overflowOf({
  element,
  root,
  boxes,
  texts,
  values,
}: Question): NonNullable<BuiltElement['fault']> | null {
  const whole: Holder = { left: 0, top: 0, right: element.width, bottom: element.height };
  let next = 0;
  const visit = (instance: Instance, { holders, row, matrix, isCut }: Around): string | null | undefined => {
    const index = next++;
    const box = boxes[index] ?? { x: 0, y: 0, width: 0, height: 0 };
    if (instance.kind === 'paragraph') {
      const text = texts.get(index);
      const isMovedOut = text !== undefined && matrix !== null && isOutside(movedText(text, box, matrix), whole);
      const isFault = paragraphFault(instance, box, text, { holders, isMovedOut });
      return isFault ? culprit(instance, row, values) : undefined;
    }
    const moved = movedBy(matrix, instance, box);
    const isOut = moved ? !isCut && isOutside(movedBox(instance, box, moved), whole) : isOutside(box, whole);
    if (isOut && isSeen(instance)) return row;
    if (instance.kind === 'picture') return undefined;
    if (instance.marker) next++;
    const edge = moved ? [] : [whole];
    const kept = moved && !matrix ? holders.filter((holder) => holder !== whole) : holders;
    const inside = holdersIn(instance, box, kept, edge);
    const around = instance.node.each?.variable ?? row;
    let found: string | null | undefined;
    for (const child of instance.children) {
      const fault = visit(child, {
        holders: inside,
        row: around,
        matrix: moved,
        isCut: isCut || instance.node.paint.isClipped,
      });
      if (found === undefined) found = fault;
    }
    return found;
  };
  const variable = visit(root, { holders: [whole], row: null, matrix: null, isCut: false });
  if (variable === undefined) return null;
  const { width, height } = element;
  return { detail: detail('', 'does_not_fit', { width, height }), ...(variable !== null && { variable }) };
}

const isOutside = ({ x, y, width, height }: Box, { left, top, right, bottom }: Holder): boolean =>
  width > 0 &&
  height > 0 &&
  (x < left - TOLERANCE || y < top - TOLERANCE || x + width > right + TOLERANCE || y + height > bottom + TOLERANCE);

/** Returns true if a box itself paints something. */
function isSeen(instance: Exclude<Instance, ParagraphInstance>): boolean {
  if (instance.kind === 'picture') return true;
  const { background, gradients, borders } = instance.node.paint;
  return background !== null || gradients.length > 0 || borders.some(({ width }) => width > 0);
}

function paragraphFault(
  one: ParagraphInstance,
  box: Box,
  text: PlacedText | undefined,
  { holders, isMovedOut }: { holders: readonly Holder[]; isMovedOut: boolean },
): boolean {
  const lines = text?.layout.lines ?? [];
  if (one.isMarker || lines.every(({ line }) => line.text.trim() === '')) return false;
  return text?.layout.overflows === true || isMovedOut || holders.some((holder) => isOutside(box, holder));
}

/**
 * Returns the holders of the children of a box. A box of fixed height or width holds its text. Absolutely positioned boxes are held only by
 * boxes that clip them, and by `edge`.
 */
function holdersIn({ node }: BoxInstance, box: Box, holders: readonly Holder[], edge: readonly Holder[]): Holder[] {
  const { layout, paint } = node;
  const isFixed = (one: 'height' | 'width', most: 'maxHeight' | 'maxWidth') =>
    paint.isClipped || (layout[one] !== undefined && layout[one] !== 'auto') || layout[most] !== undefined;
  const free = layout.position === 'absolute' ? edge : holders;
  const far = Number.POSITIVE_INFINITY;
  const [isHigh, isWide] = [isFixed('height', 'maxHeight'), isFixed('width', 'maxWidth')];
  if (!isHigh && !isWide) return [...free];
  const own: Holder = {
    left: isWide ? box.x : -far,
    right: isWide ? box.x + box.width : far,
    top: isHigh ? box.y : -far,
    bottom: isHigh ? box.y + box.height : far,
  };
  return [...free, own];
}

/**
 * Returns the variable of a paragraph with the longest value, or else the variable of the enclosing rows. Returns null for the text of the
 * design.
 */
function culprit({ variables }: ParagraphInstance, row: string | null, values: ShownValues): string | null {
  const own = variables.filter((name) => !isBuiltIn(name));
  const length = (name: string) => values.get(name)?.length ?? 0;
  return own.sort((a, b) => length(b) - length(a))[0] ?? row;
}
