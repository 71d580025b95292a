import type { Colors } from '../shared/recolour.ts';
import type { CATEGORY_NAMES, DESIGN_TEXTS, SCHEME_NAMES } from './texts.ts';

/** Design of the library, as listed in `samples/designs/library.json`. */
export interface Entry {
  /** Name of the design's file without extension, and prefix of its pictures' names. */
  id: keyof typeof DESIGN_TEXTS;
  category: keyof typeof CATEGORY_NAMES;
  /** Language of the design's texts (BCP 47), as in the design itself. */
  language: string;
  page: { width: number; height: number };
  /** Organisation shown in its pictures. */
  organizationName: string;
  /** Colours of the design that distinguish its schemes. */
  colors: string[];
  /** The first is the design's original colours. */
  schemes: { name: keyof typeof SCHEME_NAMES; colors: Colors }[];
}
