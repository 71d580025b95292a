import type { z } from 'zod';
import type { Detail } from '../../../errors/detail.ts';
import type { OwnFonts } from '../../fonts/own-fonts.ts';
import type { Primitive, RasterImage, Semantics } from '../../scene/scene.ts';
import type { ShownValues } from '../../text/values.ts';
import type { Reading } from './reading.ts';

/** Fault of an element's content. */
export interface ElementFault {
  detail: Detail;
  /** Characters that no font has. */
  characters?: string[];
  /** Whose value it is, where the kind knows it; otherwise the values of the element's texts tell. */
  variable?: string | undefined;
}

/** An element as a primitive of the scene, and what is wrong with its content. */
export interface BuiltElement {
  primitive: Primitive;
  /** What it is to those who don't see it, where that depends on values. */
  semantics?: Semantics;
  fault?: ElementFault;
  /** Characters that were shaped on the way, each as often as it was. */
  shapedCharacters?: number;
}

/** The picture that a value names (`asset:` and a digest); undefined where there is none. */
export type Pictures = (name: string) => RasterImage | undefined;

/** What an element is built with. */
export interface BuildContext {
  /** The design's images, by data URI. */
  images: ReadonlyMap<string, RasterImage>;
  /** Pictures that values name. */
  pictures: Pictures;
  /** Characters that may still be shaped: past that, building throws ShapingLimitError. */
  maxShapedCharacters: number;
  /** What the design says the certificate's language is (BCP 47); null where it says nothing and its texts tell. */
  language: string | null;
  /** The families of the organisation's own that the design uses. */
  fonts: OwnFonts;
  /** The size of the page, in points. */
  page: { width: number; height: number };
}

/** What the engine knows of one kind of element. Outside of the kinds' own folders nothing tells them apart. */
export interface ElementKind<Element, Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  /** Its texts with placeholders, in the order of reading. */
  textsOf(element: Element): readonly string[];
  /** Every member that takes values for something other than pictures; its condition aside. */
  readingsOf(element: Element): readonly Reading[];
  /** Variables that it uses outside of its texts; the condition that every kind may have is not among them. */
  otherVariablesOf?(element: Element): readonly string[];
  /** Variables whose values name pictures that it shows; not among the others. */
  pictureVariablesOf?(element: Element): readonly string[];
  /** The families that it names, each with the member that does, as in `font`. */
  fontsOf?(element: Element): readonly { member: string; family: string }[];
  /** Whether building it shapes its texts, which is bounded for each page. */
  isShaped?: boolean;
  /** The picture that it shows. */
  image?: {
    /** The member that holds it, and its data URI; null where a variable names the picture. */
    read(element: Element): { member: string; uri: string | undefined } | null;
    replace(element: Element, uri: string): Element;
  };
  /** The pictures of a kind that may show several. */
  pictures?: {
    /** Each with the path of the member that holds it, from the element on. */
    read(element: Element): readonly { path: string; uri: string }[];
    replace(element: Element, replace: (uri: string) => string): Element;
  };
  /**
   * Builds it where that has to wait for something; then `build` is not called. What it builds depends on the same as what
   * `build` does.
   */
  prepare?(element: Element, values: ShownValues, context: BuildContext): Promise<BuiltElement>;
  /** What it builds depends on the element, on the values of its variables and on the context alone: it is cached by them. */
  build(element: Element, values: ShownValues, context: BuildContext): BuiltElement;
  semanticsOf(element: Element): Semantics;
}

/** Gives a kind the type of its schema's elements. */
export const defineKind = <Schema extends z.ZodType>(
  kind: ElementKind<z.infer<Schema>, Schema>,
): ElementKind<z.infer<Schema>, Schema> => kind;
