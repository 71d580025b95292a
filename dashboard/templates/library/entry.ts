import type { Colors } from '../shared/recolour.ts';

/** Design of the library, as listed in `samples/designs/library.json`. */
export interface Entry {
  /** Name of the design's file without extension, and prefix of its pictures' names. */
  id: string;
  category: string;
  /** As in the design itself. */
  name: string;
  description: string;
  language: string;
  page: { width: number; height: number };
  /** Organisation shown in its pictures. */
  organizationName: string;
  /** Colours of the design that distinguish its schemes. */
  colors: string[];
  /** The first is the design's original colours. */
  schemes: { name: string; colors: Colors }[];
}
