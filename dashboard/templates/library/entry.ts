import type { Colors } from '../shared/recolour.ts';

/** A design of the library, as `samples/designs/library.json` lists it. */
export interface Entry {
  /** The design's file and the first part of its pictures' names. */
  id: string;
  category: string;
  /** As in the design itself. */
  name: string;
  description: string;
  language: string;
  page: { width: number; height: number };
  /** The organisation that its pictures show. */
  organizationName: string;
  /** Colours of the design that tell its schemes apart. */
  colors: string[];
  /** The first is the design as it is kept. */
  schemes: { name: string; colors: Colors }[];
}
