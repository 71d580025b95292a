import type { Design } from '../model/design.ts';

/** An earlier state of the design, with its name at the start of a sentence. */
export interface Former {
  label: string;
  read: () => Promise<Design>;
}
