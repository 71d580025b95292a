/** Something that is wrong with the design, or that does not fit with the sample values. */
export interface Finding {
  key: string;
  /** The element to look at; null where it is the page or the template itself. */
  itemId: string | null;
  text: string;
}

/** The platform's picture of the page, and its findings. */
export interface Preview {
  /** The page as it is rendered, of exactly this state; null while something is changing. */
  image: string | null;
  findings: readonly Finding[];
  /** Why there is no picture. */
  failure: string | null;
  isBusy: boolean;
  retry: () => void;
}
