import type { Cell, DateOrder, DecimalMark } from '../shared/types.ts';
import { isNumbered, ordersOf } from '../values/dates.ts';
import { dependsOnMark, marksOf } from '../values/numbers.ts';

const SAMPLES = 5;

interface Found<Choice> {
  /** Choices that fit the most values. */
  choices: Choice[];
  /** Values that read differently with each of the choices. */
  samples: string[];
}

/** Returns the orders of a column's dates. One day above 12 decides. */
export const dateOrdersOf = (cells: readonly Cell[]): Found<DateOrder> =>
  bestOf(cells, { read: ordersOf, isOpen: isNumbered });

/** Returns the decimal marks of a column's numbers. Two marks in one number, or digits that are no group, decide. */
export const decimalMarksOf = (cells: readonly Cell[]): Found<DecimalMark> =>
  bestOf(cells, { read: marksOf, isOpen: dependsOnMark });

interface Reader<Choice> {
  read(text: string): readonly Choice[] | null;
  isOpen(text: string): boolean;
}

function bestOf<Choice>(cells: readonly Cell[], { read, isOpen }: Reader<Choice>): Found<Choice> {
  const times = new Map<Choice, number>();
  const samples = new Set<string>();
  for (const cell of cells) {
    const choices = cell.kind === 'text' ? read(cell.text) : null;
    if (!choices || !isOpen(cell.text)) continue;
    if (choices.length > 1) samples.add(cell.text);
    for (const choice of choices) times.set(choice, (times.get(choice) ?? 0) + 1);
  }
  if (times.size === 0) return { choices: [], samples: [] };
  const most = Math.max(...times.values());
  const choices = [...times].filter(([, count]) => count === most).map(([choice]) => choice);
  return { choices, samples: [...samples].slice(0, SAMPLES) };
}
