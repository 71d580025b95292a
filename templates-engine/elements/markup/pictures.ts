import { boundVariable } from '../shared/image-source.ts';
import { elementsOf, isElement, type MarkupElement, type MarkupNode } from './grammar/node.ts';

/** Returns the pictures that a tree contains, each with the path of its `src`, as in `root.children[0].src`. */
export const picturesOf = (root: MarkupElement): { path: string; uri: string }[] =>
  [...elementsOf(root)].flatMap(({ element: { src }, path }) =>
    src === undefined || boundVariable(src) !== null ? [] : [{ path: pathFromRoot(path, 'src'), uri: src }],
  );

/** Returns the variables whose values name pictures of a tree. */
export const pictureVariablesOf = (root: MarkupElement): string[] =>
  [...elementsOf(root)].flatMap(({ element }) => boundVariable(element.src) ?? []);

/** Returns the path of a node's member, as in `root.children[0].src`. */
export const pathFromRoot = (path: readonly PropertyKey[], member: string): string =>
  `root${path.map(step).join('')}.${member}`;

const step = (one: PropertyKey): string => (typeof one === 'number' ? `[${one}]` : `.${String(one)}`);

/** Returns a tree with its pictures replaced. */
export function replacePictures(root: MarkupElement, replace: (uri: string) => string): MarkupElement {
  const replaced = (node: MarkupNode): MarkupNode => (isElement(node) ? replacePictures(node, replace) : node);
  return {
    ...root,
    ...(root.src !== undefined && { src: replace(root.src) }),
    ...(root.children && { children: root.children.map(replaced) }),
  };
}
