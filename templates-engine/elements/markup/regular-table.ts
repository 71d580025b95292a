import type { SceneElement, StructureNode } from '../../scene/scene.ts';

type Children = readonly (StructureNode | SceneElement)[];

/**
 * Returns the children of a table with the parts that ISO 32000-1, 14.8.4.3.4 allows, and rows of the same length (ISO 14289-1, 7.2).
 * Conditions and lists can leave rows with fewer cells, and parts without rows.
 */
export function regularTable(children: Children): StructureNode[] {
  const parts = withValidParts(nodesIn(children));
  return padded(parts, Math.max(0, ...rowsOf(parts).map((row) => row.children.length)));
}

const nodesIn = (children: Children): StructureNode[] => children.flatMap((child) => ('type' in child ? child : []));

/** Returns rows alone, or at most one head and foot with bodies: a table with either of these must have a body. */
function withValidParts(parts: readonly StructureNode[]): StructureNode[] {
  const isFirst = (part: StructureNode) => parts.find(({ type }) => type === part.type) === part;
  const isHeadOrFoot = (part: StructureNode) => (part.type === 'THead' || part.type === 'TFoot') && isFirst(part);
  if (parts.every(isHeadOrFoot) || parts.every(({ type }) => type === 'TR')) return rowsOf(parts);
  return parts.map((part) => {
    if (isHeadOrFoot(part)) return part;
    return { type: 'TBody', children: part.type === 'TR' ? [part] : part.children };
  });
}

/** Adds empty cells to the ends of short rows. */
const padded = (parts: readonly StructureNode[], columns: number): StructureNode[] =>
  parts.map((part) => {
    if (part.type !== 'TR') return { ...part, children: padded(nodesIn(part.children), columns) };
    const missing = Array.from(
      { length: columns - part.children.length },
      () => ({ type: 'TD', children: [] }) as const,
    );
    return { ...part, children: [...part.children, ...missing] };
  });

const rowsOf = (parts: readonly StructureNode[]): StructureNode[] =>
  parts.flatMap((part) => (part.type === 'TR' ? part : rowsOf(nodesIn(part.children))));
