import { elementsOf, isElement, type MarkupElement, type MarkupNode } from './grammar/node.ts';

/** The pictures of a tree, each with the path of its `src`, as in `root.children[0].src`. */
export const picturesOf = (root: MarkupElement): { path: string; uri: string }[] =>
  [...elementsOf(root)].flatMap(({ element, path }) =>
    element.src === undefined ? [] : [{ path: pathFromRoot(path, 'src'), uri: element.src }],
  );

/** The path of a node's member, as in `root.children[0].src`. */
export const pathFromRoot = (path: readonly PropertyKey[], member: string): string =>
  `root${path.map(step).join('')}.${member}`;

const step = (one: PropertyKey): string => (typeof one === 'number' ? `[${one}]` : `.${String(one)}`);

/** The same tree with other pictures. */
export function replacePictures(root: MarkupElement, replace: (uri: string) => string): MarkupElement {
  const replaced = (node: MarkupNode): MarkupNode => (isElement(node) ? replacePictures(node, replace) : node);
  return {
    ...root,
    ...(root.src !== undefined && { src: replace(root.src) }),
    ...(root.children && { children: root.children.map(replaced) }),
  };
}
