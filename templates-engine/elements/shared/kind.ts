import type { z } from 'zod';
import type { Detail } from '../../../errors/detail.ts';
import type { OwnFonts } from '../../fonts/own-fonts.ts';
import type { Primitive, RasterImage, Semantics } from '../../scene/scene.ts';
import type { ShownValues } from '../../text/values.ts';
import type { Reading } from './reading.ts';

/** Fault of an element's content. */
export interface ElementFault {
  detail: Detail;
  /** Faulty characters or words of the content. */
  characters?: string[];
  /** Variable with the value that caused the fault, if the kind knows it. Otherwise it is found from the values of the element's texts. */
  variable?: string | undefined;
}

/** Element as a primitive of the scene, with the fault of its content. */
export interface BuiltElement {
  primitive: Primitive;
  /** Semantics for assistive technology, if they depend on values. */
  semantics?: Semantics;
  fault?: ElementFault;
  /** Remarks on content that is shown all the same. */
  warnings?: readonly ElementFault[];
  /** Number of characters that were shaped. Characters shaped repeatedly count each time. */
  shapedCharacters?: number;
}

/** Returns the picture that a value names (`asset:` and a digest); undefined if it does not exist. */
export type Pictures = (name: string) => RasterImage | undefined;

/** Context for building an element. */
export interface BuildContext {
  /** Images of the design, by data URI. */
  images: ReadonlyMap<string, RasterImage>;
  /** Pictures that values name. */
  pictures: Pictures;
  /** Remaining limit of characters to shape. Building throws ShapingLimitError beyond it. */
  maxShapedCharacters: number;
  /** Language of the certificate (BCP 47) that the design sets; null if it is detected from the texts. */
  language: string | null;
  /** Families of the organisation that the design uses. */
  fonts: OwnFonts;
  /** Size of the page, in points. */
  page: { width: number; height: number };
}

/** Interface of a kind of element. Only the folders of the kinds distinguish kinds. */
export interface ElementKind<Element, Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  /** Returns the texts with placeholders in reading order. */
  textsOf(element: Element): readonly string[];
  /** Returns every member that reads values for something other than pictures, without the condition. */
  readingsOf(element: Element): readonly Reading[];
  /** Returns the variables used outside texts, without that of the condition, which every kind can have. */
  otherVariablesOf?(element: Element): readonly string[];
  /** Returns the variables whose values name pictures. The other methods do not return them. */
  pictureVariablesOf?(element: Element): readonly string[];
  /** Returns the families that it names, each with the member that names it, as in `font`. */
  fontsOf?(element: Element): readonly { member: string; family: string }[];
  /** Set if building the element shapes its texts. Shaping has a limit per page. */
  isShaped?: boolean;
  /** Picture that the element shows. */
  image?: {
    /** Returns the member of the picture with its data URI; null if a variable names the picture. */
    read(element: Element): { member: string; uri: string | undefined } | null;
    replace(element: Element, uri: string): Element;
  };
  /** Pictures of a kind that can show several. */
  pictures?: {
    /** Returns the pictures, each with the path of its member relative to the element. */
    read(element: Element): readonly { path: string; uri: string }[];
    replace(element: Element, replace: (uri: string) => string): Element;
  };
  /**
   * Builds the element asynchronously. If this method exists, `build` is not called. The result depends on the same inputs as that of
   * `build`.
   */
  prepare?(element: Element, values: ShownValues, context: BuildContext): Promise<BuiltElement>;
  /**
   * Builds the element. The result depends only on the element, the values of its variables and the context, which are the key of its
   * cache.
   */
  build(element: Element, values: ShownValues, context: BuildContext): BuiltElement;
  semanticsOf(element: Element): Semantics;
}

/** Infers the element type of a kind from its schema. */
export const defineKind = <Schema extends z.ZodType>(
  kind: ElementKind<z.infer<Schema>, Schema>,
): ElementKind<z.infer<Schema>, Schema> => kind;
