import type { Sheet } from '../shared/types.ts';

/** Formula without a result, error or number with lost digits, by address. */
export interface OddCells {
  errors: string[];
  uncalculated: string[];
  longNumbers: string[];
}

export interface ReadSheet extends Sheet {
  /** Number of cells that got their text from the merged cell above. */
  merged: number;
  odd: OddCells;
  /** Texts whose marks depend on the language of the program. */
  localSamples: string[];
}

/** Sheet of a workbook. It is read when it is chosen. */
export interface SheetEntry {
  name: string;
  isHidden: boolean;
  read(): Promise<ReadSheet>;
}

export const noOddCells = (): OddCells => ({ errors: [], uncalculated: [], longNumbers: [] });
