import { createContext, useContext } from 'react';
import type { Item } from './design.ts';

/** Problem with the design, or with the sample values in it. */
export interface Finding {
  key: string;
  /** Affected element; null for the page or the template itself. */
  itemId: string | null;
  text: string;
}

/** Part of the page as the server draws it, on a transparent ground. */
export interface PartPicture {
  /** null if it leaves no mark on the page. */
  bitmap: ImageBitmap | null;
  /** Position of its top left pixel on the page, in pixels of PIXELS_PER_POINT. */
  left: number;
  top: number;
  /** True if the picture is complete, so that it can be moved. */
  isWhole: boolean;
}

/** Picture of an element, with the state that it shows. */
export interface ElementPicture extends PartPicture {
  of: Item;
}

export const PIXELS_PER_POINT = 2;

/** The server's pictures of the page. */
export interface Pictures {
  background: PartPicture | null;
  /** Latest picture of each element, by id. It can be slightly out of date. */
  elements: ReadonlyMap<string, ElementPicture>;
  /** True if all pictures and findings match the edited design. */
  isCurrent: boolean;
}

/** Problems that the server found. */
export interface Checked {
  findings: readonly Finding[];
  isCurrent: boolean;
  /** Reason why there are no pictures. */
  failure: string | null;
  retry: () => void;
}

const NO_PICTURES: Pictures = { background: null, elements: new Map(), isCurrent: false };
const UNCHECKED: Checked = { findings: [], isCurrent: false, failure: null, retry: () => {} };

/** Two contexts, because pictures arrive several times per second during a resize, and the panels do not use them. */
export const PicturesContext = createContext(NO_PICTURES);
export const CheckedContext = createContext(UNCHECKED);
export const usePictures = (): Pictures => useContext(PicturesContext);
export const useChecked = (): Checked => useContext(CheckedContext);
