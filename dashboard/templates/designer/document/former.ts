import type { Design } from '../model/design.ts';

/** An earlier state of the design, with the texts that name it. */
export interface Former {
  /** Distinguishes it from all others. */
  key: string;
  label: string;
  /** Asks whether to restore it. */
  question: string;
  /** Says that it was restored. */
  restored: string;
  read: () => Promise<Design>;
}
