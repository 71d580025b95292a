import type { DesignDocument } from '../operations.ts';
import { rootOf } from './markup.ts';
import {
  type DesignElement,
  defined,
  describe,
  type ElementNode,
  flatten,
  type PageNode,
  type TagNode,
  type TemplateNode,
} from './nodes.ts';
import { nameOf, type Placeholder } from './placeholders.ts';
import { textOf } from './runs.ts';

type ElementOf<Type extends DesignElement['type']> = Extract<DesignElement, { type: Type }>;
/** Members of a kind of element, except those set by its children. */
type Attributes<Type extends DesignElement['type'], ByChildren extends string = never> = Omit<
  ElementOf<Type>,
  'type' | ByChildren
>;

/** Position of an element, and the other members common to all kinds. */
type Box = Omit<Pick<ElementOf<'qr'>, keyof DesignElement>, 'type'>;

const element = (type: string, members: object): ElementNode => ({
  kind: 'element',
  element: { type, ...defined(members) } as DesignElement,
});

/** Page with its background, and its elements in painting order. */
export const Page = ({
  background,
  children,
}: {
  background?: DesignDocument['background'];
  children?: TemplateNode;
}): PageNode => ({ kind: 'page', background, children });

/** Text in its box. `<b>`, `<i>`, `<u>`, `<a>` and `<span>` style parts of it, and `<br/>` starts a new line. */
export const Text = ({ children, ...members }: Attributes<'text', 'text'> & { children?: TemplateNode }): ElementNode =>
  element('text', { ...members, text: textOf(children) });

/** Picture. `src` is a data URI, or a variable of type picture such as `v.portrait`. */
export const Image = (members: Attributes<'image'>): ElementNode => element('image', members);

/** Rectangle, ellipse, line or path. */
export const Shape = (members: Attributes<'shape'>): ElementNode => element('shape', members);

/** QR code. Contains the verification page's address unless `value` is given. */
export const Qr = (members: Attributes<'qr'>): ElementNode => element('qr', members);

/** HTML and CSS in a box. The children are the tree. */
export const Markup = ({ children, ...members }: Box & { children?: TemplateNode }): ElementNode =>
  element('markup', { ...members, root: rootOf(children) });

/** Line of a variable's value, inside `<Each>`. */
export interface Row {
  /** Text of the line. */
  readonly line: Placeholder;
  /** Returns one of its cells, which are separated by tabs and counted from 1. */
  cell(number: number): Placeholder;
}

interface EachProps {
  /** Variable whose value has lines. */
  of: Placeholder;
  /** Name of the line in the design. A nested `<Each>` needs a different one. */
  as?: string;
  children: (row: Row) => TemplateNode;
}

/** Repeats a tag of a markup for each line of a variable's value. */
export function Each({ of, as = 'row', children }: EachProps): TagNode {
  const row: Row = { line: `{{${as}}}`, cell: (number) => `{{${as}.${number}}}` };
  const [only, ...others] = flatten(children(row));
  if (typeof only !== 'object' || only.kind !== 'tag' || others.length > 0)
    throw new TypeError(
      `<Each> takes a function that gives one tag, got ${others.length > 0 ? 'several' : describe(only)}`,
    );
  return { ...only, props: { ...only.props, each: { variable: nameOf(of), as } } };
}
