import { createContext, useContext } from 'react';
import type { Item } from './design.ts';

/** Something that is wrong with the design, or that does not fit with the sample values. */
export interface Finding {
  key: string;
  /** The element to look at; null where it is the page or the template itself. */
  itemId: string | null;
  text: string;
}

/** A part of the page as the platform draws it, on a transparent ground. */
export interface PartPicture {
  /** null where it has no mark on the page. */
  bitmap: ImageBitmap | null;
  /** Where its top left pixel is on the page, in pixels of PIXELS_PER_POINT. */
  left: number;
  top: number;
  /** Whether nothing is missing of it, so that it may be moved. */
  isWhole: boolean;
}

/** A part's picture, and what it is a picture of. */
export interface ElementPicture extends PartPicture {
  of: Item;
}

export const PIXELS_PER_POINT = 2;

/** The platform's pictures of the page. */
export interface Pictures {
  background: PartPicture | null;
  /** The last picture of each element, by its id: of what it is now, or was a moment ago. */
  elements: ReadonlyMap<string, ElementPicture>;
  /** Whether all of them, and all findings, are of what is edited now. */
  isCurrent: boolean;
}

/** What the platform finds wrong. */
export interface Checked {
  findings: readonly Finding[];
  isCurrent: boolean;
  /** Why there are no pictures. */
  failure: string | null;
  retry: () => void;
}

const NO_PICTURES: Pictures = { background: null, elements: new Map(), isCurrent: false };
const UNCHECKED: Checked = { findings: [], isCurrent: false, failure: null, retry: () => {} };

/** Two contexts: pictures come several times a second while something is resized, and what is beside the page has no use for them. */
export const PicturesContext = createContext(NO_PICTURES);
export const CheckedContext = createContext(UNCHECKED);
export const usePictures = (): Pictures => useContext(PicturesContext);
export const useChecked = (): Checked => useContext(CheckedContext);
