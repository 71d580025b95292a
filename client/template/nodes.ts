import type { DesignDocument } from '../operations.ts';

export type DesignElement = DesignDocument['elements'][number];

/** Tag in lower case: part of a rich text, or of a markup. */
export interface TagNode {
  readonly kind: 'tag';
  readonly tag: string;
  readonly props: Readonly<Record<string, unknown>>;
}

/** Element of the design. */
export interface ElementNode {
  readonly kind: 'element';
  readonly element: DesignElement;
}

/** Page with its elements. */
export interface PageNode {
  readonly kind: 'page';
  readonly background: DesignDocument['background'];
  readonly children: TemplateNode;
}

export type TemplateElement = TagNode | ElementNode | PageNode;

/** Content of a tag. null, undefined and booleans show nothing, as in React. */
export type TemplateNode =
  | TemplateElement
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly TemplateNode[];

/** Returns nodes in order, without nested arrays and empty nodes. Numbers become texts. */
export function flatten(node: TemplateNode): (TemplateElement | string)[] {
  if (node === null || node === undefined || typeof node === 'boolean') return [];
  if (typeof node === 'string') return node === '' ? [] : [node];
  if (typeof node === 'number' || typeof node === 'bigint') return [String(node)];
  if (isList(node)) return node.flatMap(flatten);
  if (isElement(node)) return [node];
  throw new TypeError(`a template can't show ${describe(node)}`);
}

const isList = (node: TemplateNode): node is readonly TemplateNode[] => Array.isArray(node);

const isElement = (node: unknown): node is TemplateElement =>
  typeof node === 'object' && node !== null && 'kind' in node;

/** Returns a description of a node for error messages. */
export function describe(node: unknown): string {
  if (typeof node === 'string') return `the text ${JSON.stringify(node.slice(0, 40))}`;
  if (typeof node !== 'object' || node === null) return `a ${typeof node}`;
  if (!isElement(node)) return node instanceof Promise ? 'a promise' : 'an object';
  if (node.kind === 'tag') return `<${node.tag}>`;
  return node.kind === 'page' ? '<Page>' : `an element of type ${node.element.type}`;
}

/** Returns an object without its undefined members, which JSON does not have. */
export function defined<Members extends object>(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Members;
}
