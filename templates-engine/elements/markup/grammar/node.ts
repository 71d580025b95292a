import type { Condition } from '../../shared/condition.ts';

/** Node of a markup: a text with placeholders, or an element. */
export type MarkupNode = string | MarkupElement;

export interface MarkupElement {
  type: string;
  /** CSS declarations by property name in camelCase. */
  style?: Record<string, string | number>;
  /** Tailwind classes. `style` takes precedence. */
  tw?: string;
  children?: MarkupNode[];
  /** Condition for the element to appear. */
  if?: Condition;
  /**
   * Repeats the element for each line of a variable's value. The line is `{{as}}`, its cells are `{{as.1}}`, `{{as.2}}`. `stripe` is the
   * background colour of every second one.
   */
  each?: { variable: string; as: string; stripe?: string };
  /** Picture of an `img`: a data URI, an asset or a single variable. `alt` describes it. */
  src?: string;
  alt?: string;
  /** Target of an `a`. */
  href?: string;
}

export const isElement = (node: MarkupNode): node is MarkupElement => typeof node !== 'string';

/** Yields every element of a tree in reading order, with its path for errors. */
export function* elementsOf(
  node: MarkupNode,
  path: readonly PropertyKey[] = [],
): Generator<{ element: MarkupElement; path: readonly PropertyKey[] }> {
  if (!isElement(node)) return;
  yield { element: node, path };
  for (const [index, child] of (node.children ?? []).entries()) yield* elementsOf(child, [...path, 'children', index]);
}
