import { TableRefusal } from '../shared/refuse.ts';
import { readRecords } from './records.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Number of records and characters that the delimiter is found with. */
const SAMPLE_RECORDS = 100;
const SAMPLE = 100_000;

interface Dialect {
  delimiter: string;
  /** Text without the line that names the delimiter. */
  text: string;
  /** True if the text had such a line, which shifts the numbers of lines by one. */
  hasSepLine: boolean;
}

/** Finds the delimiter: Excel's `sep=` line, or the one that splits the most lines into equally many cells. */
export function findDialect(text: string, chosen?: string): Dialect {
  const [line = '', named = ''] = /^"?sep=(.)"?[ \t]*(?:\r\n|\r|\n|$)/i.exec(text) ?? [];
  const rest = text.slice(line.length);
  const dialect = { text: rest, hasSepLine: line !== '' };
  if (chosen !== undefined) return { ...dialect, delimiter: chosen };
  if (named !== '') return { ...dialect, delimiter: named };
  const scores = DELIMITERS.map((delimiter) => ({ delimiter, score: scoreOf(rest.slice(0, SAMPLE), delimiter) }));
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one));
  return { ...dialect, delimiter: best.score > 0 ? best.delimiter : ',' };
}

/** Returns the share of records with the usual number of cells, and a little for more cells; 0 if lines are not split. */
function scoreOf(sample: string, delimiter: string): number {
  const shapes = shapesOf(sample, delimiter);
  const times = new Map<number, number>();
  for (const { cells } of shapes) if (cells > 1) times.set(cells, (times.get(cells) ?? 0) + 1);
  const [usual, share] = [...times].reduce((one, other) => (other[1] > one[1] ? other : one), [0, 0]);
  const torn = shapes.filter(({ isTorn }) => isTorn).length;
  return share === 0 ? 0 : (share - torn / 2) / shapes.length + Math.min(usual, 50) / 1000;
}

interface Shape {
  cells: number;
  /** True if the delimiter seems to split a cell in quotes: more cells have a quote than are in quotes. */
  isTorn: boolean;
}

function shapesOf(sample: string, delimiter: string): Shape[] {
  try {
    return readRecords(sample, delimiter, SAMPLE_RECORDS).records.map(({ cells, quoted }) => ({
      cells: cells.length,
      isTorn: cells.filter((cell) => cell.includes('"')).length > quoted,
    }));
  } catch (error) {
    // The sample can end inside quotes. Quotes left open in the text are reported by its reading.
    if (!(error instanceof TableRefusal)) throw error;
    const lines = sample.split(/\r\n|\r|\n/, SAMPLE_RECORDS);
    return lines.map((line) => ({ cells: line.split(delimiter).length, isTorn: false }));
  }
}
