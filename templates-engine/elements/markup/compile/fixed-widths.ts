import type { SatoriStyle } from './layout-style.ts';
import type { CompiledBox, CompiledChild, Piece } from './nodes.ts';

/**
 * Marks each paragraph whose width depends only on the styles around it. A layout that was computed for other values is then valid for
 * these too, if the heights match.
 */
export function markFixedWidths(root: CompiledBox): void {
  visit(root, true);
}

function visit(box: CompiledBox, isFixed: boolean): void {
  const flows = isFixed && childrenAreFixed(box);
  for (const child of box.children) {
    const fixed = isFixed && (hasOwnWidth(child) || (flows && isStretched(box, child)));
    if (child.kind === 'paragraph') child.hasFixedWidth = fixed;
    else if (child.kind === 'box') visit(child, fixed);
  }
}

/** Returns true if the children of a box of fixed width share that width regardless of their content. */
function childrenAreFixed({ layout, children }: CompiledBox): boolean {
  if (layout.display === 'grid') return !/auto|content/.test(String(layout.gridTemplateColumns ?? 'auto'));
  if (layout.display !== 'flex' || isColumn(layout)) return true;
  return children.every((child) => isOutOfFlow(child) || hasBasis(child) || isStatic(child));
}

/** Returns true if the width of a child follows from its share and not from its content. */
function isStretched({ layout }: CompiledBox, child: CompiledChild): boolean {
  if (child.kind === 'picture' || isOutOfFlow(child)) return false;
  if (layout.display === 'grid') return stretches(layout.justifyItems);
  if (layout.display !== 'flex') return true;
  if (!isColumn(layout)) return hasBasis(child) || isStatic(child);
  const own = child.kind === 'box' ? child.layout : {};
  const hasAutoMargin = own.marginLeft === 'auto' || own.marginRight === 'auto';
  const align = own.alignSelf === undefined || own.alignSelf === 'auto' ? layout.alignItems : own.alignSelf;
  if (isLength(own.width)) return true;
  return stretches(align) && !hasAutoMargin && !String(layout.flexWrap ?? '').startsWith('wrap');
}

const stretches = (align: string | number | undefined): boolean => align === undefined || align === 'stretch';
const isColumn = (layout: SatoriStyle): boolean => String(layout.flexDirection ?? 'row').startsWith('column');
const layoutOf = (child: CompiledChild): SatoriStyle => (child.kind === 'paragraph' ? {} : child.layout);
const isLength = (value: string | number | undefined): boolean => value !== undefined && value !== 'auto';
const isOutOfFlow = (child: CompiledChild): boolean => layoutOf(child).position === 'absolute';

/** Returns true if a child has a definite width that no flex container changes. */
function hasOwnWidth(child: CompiledChild): boolean {
  const layout = layoutOf(child);
  const isBetween = isOutOfFlow(child) && isLength(layout.left) && isLength(layout.right);
  return isBetween || (isOutOfFlow(child) && isLength(layout.width));
}

/** Returns true if the initial main size of a flex item does not depend on its content. */
function hasBasis(child: CompiledChild): boolean {
  const layout = layoutOf(child);
  return isLength(layout.flexBasis) || isLength(layout.width);
}

/** Returns true if the content of a child is the same in every certificate. */
function isStatic(child: CompiledChild): boolean {
  if (child.kind === 'paragraph') return child.pieces.every(isStaticPiece);
  if (child.condition || child.each) return false;
  return child.kind === 'picture' || child.children.every(isStatic);
}

const isStaticPiece = (piece: Piece): boolean =>
  piece.kind === 'break' ||
  (piece.kind === 'text'
    ? piece.parts.every((part) => 'text' in part)
    : !piece.condition && !piece.each && piece.pieces.every(isStaticPiece));
