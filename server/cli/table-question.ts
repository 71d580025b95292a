import type { Question } from '../../tables/shared/types.ts';

const EXTRA = { 'one-column': "--delimiter ''", keep: '--extra-cells keep', 'leave-out': '--extra-cells leave-out' };
const SHOWN = 3;

/** Returns the open questions of a file, and the options that decide them, in one line. */
export function openQuestion(question: Question): string {
  switch (question.code) {
    case 'encoding':
      return `--file: several encodings are possible. Use ${either(
        question.candidates.map(
          ({ encoding, samples }) => `--encoding ${encoding} (${samples.slice(0, SHOWN).join(', ')})`,
        ),
      )}`;
    case 'sheet':
      return `--file: several sheets have rows. Use ${either(
        question.candidates.map(({ name, rows }) => `--sheet ${quoted(name)} (${rows} rows)`),
      )}`;
    case 'header':
      return `--file: the names of the columns can be in several rows. Use ${either(
        question.candidates.map(({ row, texts }) =>
          row === 0
            ? '--header-row 0 (no row has them)'
            : `--header-row ${row} (${texts.filter(Boolean).slice(0, SHOWN).join(', ')})`,
        ),
      )}`;
    case 'extra_cells':
      return `--file: line ${question.line} has more cells than there are names of columns. Use ${either(question.candidates.map((one) => EXTRA[one]))}`;
    case 'date_order':
      return `${question.name}: the order of dates such as ${question.samples[0]} is open. Use ${either(
        question.candidates.map((order) => `--date-order ${order}`),
      )}`;
    case 'decimal_mark':
      return `${question.name}: the decimal mark of numbers such as ${question.samples[0]} is open. Use ${either(
        question.candidates.map((mark) => `--decimal-mark '${mark}'`),
      )}`;
    case 'locale':
      return `--file: the spreadsheet shows ${question.samples.slice(0, SHOWN).join(', ')} by the language of its reader. Use --locale en, or another language`;
  }
}

const either = (options: readonly string[]): string =>
  options.length < 2 ? options.join('') : `${options.slice(0, -1).join(', ')} or ${options.at(-1)}`;

const quoted = (text: string): string => (/^[\w-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
