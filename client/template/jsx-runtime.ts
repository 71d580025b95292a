import type { MarkupAttributes } from './markup.ts';
import type { TemplateElement, TemplateNode } from './nodes.ts';
import type { RunStyle } from './runs.ts';

type Component = (props: never) => TemplateNode;

/** Creates an element from a tag, as emitted by compilers (`jsx: react-jsx`). Calls components; keeps tags in lower case. */
export function jsx(type: string | Component, props: Record<string, unknown>): TemplateNode {
  if (typeof type === 'function') return type(props as never);
  if (typeof type !== 'string') throw new TypeError('a tag is a name, or a function that is defined');
  const { key: _, ...own } = props;
  return { kind: 'tag', tag: type, props: own };
}
/** Creates an element from a tag with several children. */
export const jsxs = (type: string | Component, props: Record<string, unknown>): TemplateNode => jsx(type, props);

/** `<>…</>` */
export const Fragment = ({ children }: { children?: TemplateNode }): TemplateNode => children;

/** Parts of a paragraph, in a `<Text>` and in a `<Markup>`. */
type Inline = MarkupAttributes & RunStyle;

type Boxes =
  | ('div' | 'section' | 'article' | 'header' | 'footer' | 'main' | 'aside' | 'nav' | 'address' | 'p' | 'blockquote')
  | ('figure' | 'figcaption' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'ul' | 'ol' | 'li')
  | ('table' | 'thead' | 'tbody' | 'tfoot' | 'tr' | 'th' | 'td' | 'small' | 'big');

type IntrinsicTags = { [Tag in Boxes]: MarkupAttributes } & {
  [Tag in 'span' | 'b' | 'strong' | 'i' | 'em' | 'u']: Inline;
} & {
  a: Inline & { href?: string | undefined };
  br: Record<never, never>;
  hr: Omit<MarkupAttributes, 'children'>;
  img: Omit<MarkupAttributes, 'children'> & { src: string; alt?: string | undefined };
};

/** Types that TypeScript finds through `jsxImportSource`. */
export declare namespace JSX {
  type Element = TemplateElement;
  type ElementType = keyof IntrinsicElements | ((props: never) => TemplateNode);
  interface ElementChildrenAttribute {
    children: unknown;
  }
  interface IntrinsicAttributes {
    key?: string | number | undefined;
  }
  interface IntrinsicElements extends IntrinsicTags {}
}
