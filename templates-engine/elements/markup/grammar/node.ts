import type { Condition } from '../../shared/condition.ts';

/** A node of a markup: a text with placeholders, or an element with its tag. */
export type MarkupNode = string | MarkupElement;

export interface MarkupElement {
  /** The tag. */
  type: string;
  /** CSS, by the names of its properties in camelCase. */
  style?: Record<string, string | number>;
  /** Tailwind classes; `style` wins over them. */
  tw?: string;
  children?: MarkupNode[];
  /** Whether it is there. */
  if?: Condition;
  /** Repeats it for each line of a variable's value, whose line and cells are `{{as}}` and `{{as.1}}`, `{{as.2}}`. */
  each?: { variable: string; as: string };
  /** Of an `img`: its picture as a data URI, an asset or a variable alone, and what it shows. */
  src?: string;
  alt?: string;
  /** Of an `a`: where it leads. */
  href?: string;
}

export const isElement = (node: MarkupNode): node is MarkupElement => typeof node !== 'string';

/** Every element of a tree in the order of reading, and where it is, as the path of an error. */
export function* elementsOf(
  node: MarkupNode,
  path: readonly PropertyKey[] = [],
): Generator<{ element: MarkupElement; path: readonly PropertyKey[] }> {
  if (!isElement(node)) return;
  yield { element: node, path };
  for (const [index, child] of (node.children ?? []).entries()) yield* elementsOf(child, [...path, 'children', index]);
}
