import { defined, describe, flatten, type TagNode, type TemplateNode } from './nodes.ts';
import type { Condition } from './placeholders.ts';

/** Attributes of all tags of a markup. */
export interface MarkupAttributes {
  /** CSS properties in camelCase. Numbers are pixels, which equal points. */
  style?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** Tailwind classes. `style` takes precedence. */
  tw?: string | undefined;
  /** Shows the tag only if the condition is met. */
  if?: Condition | undefined;
  /** Repeats the tag for each line of a variable's value. Its line and cells are `{{as}}`, `{{as.1}}`, `{{as.2}}`. See also `<Each>`. */
  each?: { readonly variable: string; readonly as: string } | undefined;
  children?: TemplateNode;
}

/** Node of the design document. */
type MarkupNode = string | MarkupTree;

export interface MarkupTree extends Omit<MarkupAttributes, 'children'> {
  type: string;
  children?: MarkupNode[];
  src?: string;
  alt?: string;
  href?: string;
}

/** Returns the tree of a markup element: its only tag, or a `div` around its children. */
export function rootOf(children: TemplateNode): MarkupTree {
  const nodes = nodesOf(children);
  const [only] = nodes;
  return nodes.length === 1 && typeof only === 'object' ? only : { type: 'div', children: nodes };
}

/** Merges adjacent texts, as JSX splits `Hello {name}` into several. */
function nodesOf(children: TemplateNode): MarkupNode[] {
  const nodes: MarkupNode[] = [];
  for (const node of flatten(children)) {
    const last = nodes.at(-1);
    if (typeof node === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + node;
    else if (typeof node === 'string') nodes.push(node);
    else if (node.kind === 'tag') nodes.push(treeOf(node));
    else throw new TypeError(`<Markup> takes text and tags in lower case, got ${describe(node)}`);
  }
  return nodes;
}

function treeOf({ tag, props }: TagNode): MarkupTree {
  const { children, ...attributes } = props;
  const nodes = nodesOf(children as TemplateNode);
  return { type: tag, ...defined(attributes), ...(nodes.length > 0 && { children: nodes }) };
}
