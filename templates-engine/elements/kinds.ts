/**
 * Kinds of elements: a folder for each, which builds primitives of the scene. Other code uses the interface `ElementKind`, and
 * distinguishes no kinds. Building depends only on the element, the values of its variables and the context, so results are cached.
 */

import { z } from 'zod';
import { parsePlaceholders, variablesOf } from '../text/placeholders.ts';
import { image } from './image/kind.ts';
import { markup } from './markup/kind.ts';
import { qr } from './qr/kind.ts';
import { shape } from './shape/kind.ts';
import type { ElementKind } from './shared/kind.ts';
import { text } from './text/kind.ts';

/** Kinds of elements that a design can contain, by `type`. */
const KINDS = { text, image, shape, qr, markup };

type Kinds = typeof KINDS;
export type DesignElement = z.infer<Kinds[keyof Kinds]['schema']>;
export type ElementType = DesignElement['type'];
export type ElementOf<Type extends ElementType> = Extract<DesignElement, { type: Type }>;

const BY_TYPE: Readonly<{ [Type in ElementType]: ElementKind<ElementOf<Type>> }> = KINDS;

export const kindOf = <Type extends ElementType>(element: { type: Type }): ElementKind<ElementOf<Type>> =>
  BY_TYPE[element.type];

const [first, ...others] = Object.values(KINDS).map(({ schema }) => schema);
if (!first) throw new Error('No kinds of elements are defined');

/** Schema for an element of any kind. */
export const elementSchema = z.discriminatedUnion('type', [first, ...others]);

/** Returns the pictures of an element, each with the path of its member. A missing picture has no URI. */
export function picturesOf(element: DesignElement): { path: string; uri: string | undefined }[] {
  const { image, pictures } = kindOf(element);
  const one = image?.read(element);
  return [...(one ? [{ path: one.member, uri: one.uri }] : []), ...(pictures?.read(element) ?? [])];
}

/** Returns an element with its pictures replaced. */
export function withPictures(element: DesignElement, replace: (uri: string) => string): DesignElement {
  const { image, pictures } = kindOf(element);
  const uri = image?.read(element)?.uri;
  const replaced = image && uri !== undefined ? image.replace(element, replace(uri)) : element;
  return pictures ? pictures.replace(replaced, replace) : replaced;
}

/** Returns the variables whose values name pictures of an element. */
export const pictureVariablesOf = (element: DesignElement): readonly string[] =>
  kindOf(element).pictureVariablesOf?.(element) ?? [];

/**
 * Returns the variables of an element without duplicates, including built-in ones. Those of its texts are first, that of its condition is
 * last.
 */
export function variablesOfElement(element: DesignElement): string[] {
  const kind = kindOf(element);
  const ofTexts = kind.textsOf(element).flatMap((text) => variablesOf(parsePlaceholders(text) ?? []));
  const others = [...pictureVariablesOf(element), ...(kind.otherVariablesOf?.(element) ?? [])];
  return [...new Set([...ofTexts, ...others, ...(element.showIf ? [element.showIf.variable] : [])])];
}
