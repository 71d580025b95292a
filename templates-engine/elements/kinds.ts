import { z } from 'zod';
import { parsePlaceholders, variablesOf } from '../text/placeholders.ts';
import { image } from './image/kind.ts';
import { markup } from './markup/kind.ts';
import { qr } from './qr/kind.ts';
import { shape } from './shape/kind.ts';
import type { ElementKind } from './shared/kind.ts';
import { text } from './text/kind.ts';

/** Every kind of element that a design may have, by `type`. */
const KINDS = { text, image, shape, qr, markup };

type Kinds = typeof KINDS;
export type DesignElement = z.infer<Kinds[keyof Kinds]['schema']>;
export type ElementType = DesignElement['type'];
export type ElementOf<Type extends ElementType> = Extract<DesignElement, { type: Type }>;

const BY_TYPE: Readonly<{ [Type in ElementType]: ElementKind<ElementOf<Type>> }> = KINDS;

export const kindOf = <Type extends ElementType>(element: { type: Type }): ElementKind<ElementOf<Type>> =>
  BY_TYPE[element.type];

const [first, ...others] = Object.values(KINDS).map(({ schema }) => schema);
if (!first) throw new Error('there are no kinds of elements');

/** An element of any kind. */
export const elementSchema = z.discriminatedUnion('type', [first, ...others]);

/** The pictures of an element, each with the path of the member that holds it; what is missing has no URI. */
export function picturesOf(element: DesignElement): { path: string; uri: string | undefined }[] {
  const { image, pictures } = kindOf(element);
  const one = image?.read(element);
  return [...(one ? [{ path: one.member, uri: one.uri }] : []), ...(pictures?.read(element) ?? [])];
}

/** The same element with other pictures. */
export function withPictures(element: DesignElement, replace: (uri: string) => string): DesignElement {
  const { image, pictures } = kindOf(element);
  const uri = image?.read(element)?.uri;
  const replaced = image && uri !== undefined ? image.replace(element, replace(uri)) : element;
  return pictures ? pictures.replace(replaced, replace) : replaced;
}

/** The variables whose values name pictures that an element shows. */
export const pictureVariablesOf = (element: DesignElement): readonly string[] =>
  kindOf(element).pictureVariablesOf?.(element) ?? [];

/** The variables that an element uses, built-in ones included, each once: those of its texts first, its condition's last. */
export function variablesOfElement(element: DesignElement): string[] {
  const kind = kindOf(element);
  const ofTexts = kind.textsOf(element).flatMap((text) => variablesOf(parsePlaceholders(text) ?? []));
  const others = [...pictureVariablesOf(element), ...(kind.otherVariablesOf?.(element) ?? [])];
  return [...new Set([...ofTexts, ...others, ...(element.showIf ? [element.showIf.variable] : [])])];
}
