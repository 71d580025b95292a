import { defined, describe, flatten, type TagNode, type TemplateNode } from './nodes.ts';
import type { Condition } from './placeholders.ts';

/** What any tag of a markup takes. */
export interface MarkupAttributes {
  /** CSS by the names of its properties in camelCase; a number is one of pixels, which are points. */
  style?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** Tailwind classes; `style` wins over them. */
  tw?: string | undefined;
  /** Whether it is there. */
  if?: Condition | undefined;
  /** Repeats it for each line of a variable's value, whose line and cells are `{{as}}`, `{{as.1}}`, `{{as.2}}`; see also `<Each>`. */
  each?: { readonly variable: string; readonly as: string } | undefined;
  children?: TemplateNode;
}

/** A node of the design document. */
type MarkupNode = string | MarkupTree;

export interface MarkupTree extends Omit<MarkupAttributes, 'children'> {
  type: string;
  children?: MarkupNode[];
  src?: string;
  alt?: string;
  href?: string;
}

/** The tree of a markup element by its children: their one tag, or a `div` around them. */
export function rootOf(children: TemplateNode): MarkupTree {
  const nodes = nodesOf(children);
  const [only] = nodes;
  return nodes.length === 1 && typeof only === 'object' ? only : { type: 'div', children: nodes };
}

/** Texts beside each other become one, as `Hello {name}` is three to JSX. */
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
