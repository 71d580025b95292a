import type { z } from 'zod';
import type { Primitive, RasterImage, Semantics } from '../../scene/scene.ts';
import type { TextPart, Values } from '../../text/placeholders.ts';

/** An element as a primitive of the scene, and what is wrong with its content. */
export interface BuiltElement {
  primitive: Primitive;
  fault?: { kind: 'overflow' | 'unsupported-characters'; message: string; characters?: string[] };
  /** Characters that were shaped on the way, each as often as it was. */
  shapedCharacters?: number;
}

/** What an element is built with. */
export interface BuildContext {
  /** The design's images, by data URI. */
  images: ReadonlyMap<string, RasterImage>;
  /** Characters that may still be shaped: past that, building throws ShapingLimitError. */
  maxShapedCharacters: number;
}

/** What the engine knows of one kind of element. Outside of the kinds' own folders nothing tells them apart. */
export interface ElementKind<Element, Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  /** Its text with placeholders; empty where it has none. */
  contentOf(element: Element): string;
  /** Its content with the values in it. */
  fill(parts: readonly TextPart[], values: Values): string;
  /** Whether building it shapes its content, which is bounded for each page. */
  isShaped?: boolean;
  /** The picture that it shows. */
  image?: {
    /** The member that holds it, and its data URI. */
    read(element: Element): { member: string; uri: string | undefined };
    replace(element: Element, uri: string): Element;
  };
  build(element: Element, content: string, context: BuildContext): BuiltElement;
  semanticsOf(element: Element): Semantics;
}

/** Gives a kind the type of its schema's elements. */
export const defineKind = <Schema extends z.ZodType>(
  kind: ElementKind<z.infer<Schema>, Schema>,
): ElementKind<z.infer<Schema>, Schema> => kind;
