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
/** The members of a kind of element, but what its children say. */
type Attributes<Type extends DesignElement['type'], ByChildren extends string = never> = Omit<
  ElementOf<Type>,
  'type' | ByChildren
>;

/** Where an element is, and what else all kinds have. */
type Box = Omit<Pick<ElementOf<'qr'>, keyof DesignElement>, 'type'>;

const element = (type: string, members: object): ElementNode => ({
  kind: 'element',
  element: { type, ...defined(members) } as DesignElement,
});

/** The page: its background, and its elements in painting order. */
export const Page = ({
  background,
  children,
}: {
  background?: DesignDocument['background'];
  children?: TemplateNode;
}): PageNode => ({ kind: 'page', background, children });

/** A text in its box; `<b>`, `<i>`, `<u>`, `<a>` and `<span>` set parts of it differently, and `<br/>` begins a line. */
export const Text = ({ children, ...members }: Attributes<'text', 'text'> & { children?: TemplateNode }): ElementNode =>
  element('text', { ...members, text: textOf(children) });

/** A picture: `src` is a data URI, or a variable of type picture as in `v.portrait`. */
export const Image = (members: Attributes<'image'>): ElementNode => element('image', members);

/** A rectangle, an ellipse, a line, a path. */
export const Shape = (members: Attributes<'shape'>): ElementNode => element('shape', members);

/** A QR code, of the verification page's address unless `value` says otherwise. */
export const Qr = (members: Attributes<'qr'>): ElementNode => element('qr', members);

/** HTML and CSS that flows in a box: its children are the tree. */
export const Markup = ({ children, ...members }: Box & { children?: TemplateNode }): ElementNode =>
  element('markup', { ...members, root: rootOf(children) });

/** A line of a variable's value, inside of `<Each>`. */
export interface Row {
  /** The line. */
  readonly line: Placeholder;
  /** One of its cells, which tabs are between, counted from 1. */
  cell(number: number): Placeholder;
}

interface EachProps {
  /** The variable whose value has lines. */
  of: Placeholder;
  /** What the line is called in the design; `<Each>` inside of `<Each>` needs another name. */
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
