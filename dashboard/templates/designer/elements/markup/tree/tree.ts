import type { Condition, ElementOf } from '../../../model/design.ts';

export type Root = ElementOf<'markup'>['root'];
export type Node = Root | string;
/** Position of a node as indexes of children, starting at the root. */
export type Path = readonly number[];

/** Returns a node's children. In a draft, `children` can be any JSON. */
export const childrenOf = (node: Root): readonly Node[] => (Array.isArray(node.children) ? node.children : []);

export const nodeAt = (root: Root, [first, ...rest]: Path): Node | undefined => {
  if (first === undefined) return root;
  const child = childrenOf(root)[first];
  if (rest.length === 0 || child === undefined) return child;
  return typeof child === 'string' ? undefined : nodeAt(child, rest);
};

/** Returns the tree with changed children of one node. */
function withChildren(root: Root, parent: Path, change: (children: readonly Node[]) => Node[]): Root {
  const [first, ...rest] = parent;
  const children = childrenOf(root);
  if (first === undefined) return { ...root, children: change(children) };
  return {
    ...root,
    children: children.map((child, at) =>
      at === first && typeof child !== 'string' ? withChildren(child, rest, change) : child,
    ),
  };
}

const split = (path: Path): [parent: Path, place: number] => [path.slice(0, -1), path.at(-1) ?? 0];

/** Returns the tree with a replaced node. Members that are undefined are omitted. */
export function replaceNode(root: Root, path: Path, node: Node): Root {
  const kept =
    typeof node === 'string'
      ? node
      : (Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined)) as Root);
  const [parent, place] = split(path);
  if (path.length === 0) return typeof kept === 'string' ? root : kept;
  return withChildren(root, parent, (children) => children.map((child, at) => (at === place ? kept : child)));
}

export function removeNode(root: Root, path: Path): Root {
  const [parent, place] = split(path);
  return path.length === 0 ? root : withChildren(root, parent, (children) => children.filter((_, at) => at !== place));
}

export const addNode = (root: Root, parent: Path, node: Node): Root =>
  withChildren(root, parent, (children) => [...children, node]);

/** Returns the tree after a node has swapped places with its neighbour; null if it has no neighbour in that direction. */
export function moveNode(root: Root, path: Path, by: 1 | -1): { root: Root; path: Path } | null {
  const [parent, place] = split(path);
  const siblings = nodeAt(root, parent);
  const to = place + by;
  if (path.length === 0 || !siblings || typeof siblings === 'string' || to < 0 || to >= childrenOf(siblings).length)
    return null;
  const moved = withChildren(root, parent, (children) => {
    const next = [...children];
    [next[place], next[to]] = [next[to] as Node, next[place] as Node];
    return next;
  });
  return { root: moved, path: [...parent, to] };
}

/** Returns the names, besides variables, that a node's condition can use: lines and cells of the enclosing `each`, including its own. */
export function rowNamesAt(root: Root, path: Path): string[] {
  const around = path.map((_, depth) => nodeAt(root, path.slice(0, depth + 1)));
  const names = [root, ...around].flatMap((node) => (typeof node === 'object' && node.each?.as) || []);
  return names.reverse().flatMap((name) => [name, `${name}.1`, `${name}.2`]);
}

/** Returns a node's condition; undefined if it has none or, in a draft, an invalid one. */
export function conditionOf({ if: condition }: Root): Condition | undefined {
  const isOne = typeof condition === 'object' && typeof condition?.variable === 'string';
  return isOne && Array.isArray(condition.oneOf ?? []) ? condition : undefined;
}

export interface TreeRow {
  path: Path;
  node: Node;
}

/** Returns all nodes in reading order. */
export const rowsOf = (node: Node, path: Path = []): TreeRow[] => [
  { path, node },
  ...(typeof node === 'string' ? [] : childrenOf(node).flatMap((child, at) => rowsOf(child, [...path, at]))),
];
