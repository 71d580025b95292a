/** Something that is wrong with the design, or that does not fit with the sample values. */
export interface Finding {
  key: string;
  /** The element to look at; null where it is the page or the template itself. */
  itemId: string | null;
  text: string;
}

/** The platform's own picture of the page, and what it has found wrong. */
export interface Preview {
  /** The page as it prints, of this very state; null while something is changing. */
  image: string | null;
  findings: readonly Finding[];
  /** Why no picture came. */
  failure: string | null;
  isBusy: boolean;
  retry: () => void;
}
