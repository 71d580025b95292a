import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { MAX_RECIPIENTS } from '../../domain/limits.ts';
import type { Choices, Question } from '../../tables/shared/types.ts';
import { BROWSER_LOCALES } from '../language/language.ts';
import { refusalText } from './refusal-text.ts';
import { type Table, type TableSource, tableOf } from './table.ts';

export type OpenResult = { table: Table; source: TableSource } | { error: string };

/** Loads the reader of tables. Browsers remember a failed load until the page is reloaded. */
const loadReader = () => import('../../tables/read-table.ts').catch(() => null);

/** Loads the reader when a screen opens, so that a connection that fails later does not matter. */
export const useReader = (): void => useEffect(() => void loadReader(), []);

/** Reads a file. */
export async function openFile(file: File): Promise<OpenResult> {
  return openTable({ from: new Uint8Array(await file.arrayBuffer()), name: file.name, choices: {}, asked: [] });
}

/** Reads cells that were pasted from a spreadsheet. */
export const openPasted = (text: string): Promise<OpenResult> =>
  openTable({ from: text, name: t`Pasted rows`, choices: {}, asked: [] });

/** Reads a table again with one more answer. */
export const answer = (source: TableSource, choices: Choices): Promise<OpenResult> =>
  openTable({ ...source, ...withAnswer(source, choices) });

async function openTable(source: TableSource): Promise<OpenResult> {
  const reader = await loadReader();
  if (!reader) return { error: t`The connection was interrupted. Reload the page, then add the table again.` };
  // A spreadsheet shows its numbers as on this computer.
  const [locale] = BROWSER_LOCALES;
  const choices = { ...(locale && { locale }), maxRows: MAX_RECIPIENTS, ...source.choices };
  const result = await reader.readTable(source.from, choices);
  if ('refusal' in result) return { error: refusalText(result.refusal) };
  const { reading } = result;
  const known = new Set(source.asked.map(questionKey));
  const asked = [...source.asked, ...reading.questions.filter((question) => !known.has(questionKey(question)))];
  return { table: tableOf(reading, source.name), source: { ...source, asked } };
}

/** Returns what distinguishes a question from others of the same table. */
export const questionKey = (question: Question): string =>
  'column' in question ? `${question.code} ${question.column}` : question.code;

/** Choices about the whole table, in the order in which they are used, with their questions. */
const STEPS: readonly (readonly [Question['code'], readonly (keyof Choices)[]])[] = [
  ['encoding', ['encoding']],
  ['sheet', ['sheet']],
  ['extra_cells', ['delimiter', 'extraCells']],
  ['header', ['headerRow']],
];

/** Keeps the answers to the questions before this one. Later questions are asked again, as the table is another one. */
function withAnswer({ choices, asked }: TableSource, next: Choices): Pick<TableSource, 'choices' | 'asked'> {
  const step = STEPS.findIndex(([, names]) => names.some((name) => name in next));
  if (step < 0) return { choices: withColumns(choices, next), asked };
  const kept = STEPS.slice(0, step);
  const names = ['includesHidden', ...kept.flatMap(([, list]) => list)];
  const before = Object.fromEntries(Object.entries(choices).filter(([name]) => names.some((one) => one === name)));
  const codes = [...kept, ...STEPS.slice(step, step + 1)].map(([code]) => code);
  return { choices: { ...before, ...next }, asked: asked.filter(({ code }) => codes.includes(code)) };
}

const withColumns = (choices: Choices, next: Choices): Choices => ({
  ...choices,
  ...next,
  dateOrders: { ...choices.dateOrders, ...next.dateOrders },
  decimalMarks: { ...choices.decimalMarks, ...next.decimalMarks },
});
