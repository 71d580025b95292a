import { t } from '@lingui/core/macro';
import type { Choices, Question, Reading } from '../../tables/shared/types.ts';

export interface Table {
  /** Name of the file. */
  name: string;
  /** Names of the columns. Those without one have the letters of their place. */
  columns: string[];
  /** Texts of each row, one per column. */
  rows: string[][];
  reading: Reading;
}

/** File or pasted text, kept so that it can be read again with other choices. */
export interface TableSource {
  from: Uint8Array | string;
  name: string;
  choices: Choices;
  /** Questions that were asked, also those that have an answer. */
  asked: readonly Question[];
}

/** Returns whether a question is about the whole table rather than one column. Numbers are shown in the browser's language. */
export const isAboutTable = (question: Question): boolean => !('column' in question) && question.code !== 'locale';

export const tableOf = (reading: Reading, name: string): Table => ({
  name,
  columns: reading.columns.map((column) => column.name || t`Column ${{ place: column.place }}`),
  rows: reading.rows.map(({ cells }) => cells.map(({ text }) => text)),
  reading,
});
