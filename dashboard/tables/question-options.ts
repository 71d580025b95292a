import { plural, t } from '@lingui/core/macro';
import type { Choices, DateOrder, DecimalMark, Question } from '../../tables/shared/types.ts';
import { dateOf, numberOf } from '../../tables/values/value-of.ts';
import { formatNumber } from '../components/format.tsx';
import { joined } from '../language/joined.ts';
import { LOCALE } from '../language/language.ts';

interface Option {
  label: string;
  choices: Choices;
  isChosen: boolean;
}

interface Asked {
  label: string;
  options: Option[];
}

const EXTRA = {
  'one-column': { label: t`One column: keep each line whole`, choices: { delimiter: '' } },
  keep: { label: t`Keep the extra values in columns of their own`, choices: { extraCells: 'keep' } },
  'leave-out': { label: t`Leave these rows out`, choices: { extraCells: 'leave-out' } },
} as const;
const ORDERS: Record<DateOrder, string> = {
  ymd: t`Year, month, day`,
  dmy: t`Day, month, year`,
  mdy: t`Month, day, year`,
};
const MARKS: Record<DecimalMark, string> = { '.': t`Decimal point`, ',': t`Decimal comma` };

/** Returns a question and its possible answers, with what each would show. */
export function optionsOf(question: Question, chosen: Choices): Asked {
  switch (question.code) {
    case 'encoding':
      return {
        label: t`Which of these is spelled correctly?`,
        options: question.candidates.map(({ encoding, samples }) => ({
          label: `${joined(samples.slice(0, 3))} (${encoding})`,
          choices: { encoding },
          isChosen: chosen.encoding === encoding,
        })),
      };
    case 'sheet':
      return {
        label: t`Which sheet has the recipients?`,
        options: question.candidates.map(({ sheet, name, rows }) => ({
          label: plural(rows, { other: `${name} (# rows)` }),
          choices: { sheet },
          isChosen: chosen.sheet === sheet,
        })),
      };
    case 'header':
      return {
        label: t`Which row has the column names?`,
        options: question.candidates.map(({ row, texts }) => ({
          label:
            row === 0
              ? t`None: the first row is a recipient`
              : t`Row ${row}: ${{ texts: texts.filter(Boolean).join(' · ').slice(0, 80) }}`,
          choices: { headerRow: row },
          isChosen: chosen.headerRow === row,
        })),
      };
    case 'extra_cells':
      return {
        label: extraCellsLabel(question.rows, formatNumber(question.line)),
        options: question.candidates.map((candidate) => ({
          ...EXTRA[candidate],
          isChosen: candidate === 'one-column' ? chosen.delimiter === '' : chosen.extraCells === candidate,
        })),
      };
    case 'date_order':
      return {
        label: t`How are dates written in “${{ name: question.name }}”?`,
        options: question.candidates.map((order) => ({
          label: dateExample(question.samples[0] ?? '', order),
          choices: { dateOrders: { [question.column]: order } },
          isChosen: chosen.dateOrders?.[question.column] === order,
        })),
      };
    case 'decimal_mark':
      return {
        label: t`How are numbers written in “${{ name: question.name }}”?`,
        options: question.candidates.map((mark) => ({
          label: numberExample(question.samples[0] ?? '', mark),
          choices: { decimalMarks: { [question.column]: mark } },
          isChosen: chosen.decimalMarks?.[question.column] === mark,
        })),
      };
    case 'locale':
      return { label: '', options: [] };
  }
}

/** Returns the question about rows with more values than there are column names. */
const extraCellsLabel = (rows: number, line: string): string =>
  rows === 1
    ? t`A row has more values than there are column names, first in line ${line}`
    : plural(rows, { other: `# rows have more values than there are column names, first in line ${line}` });

/** Returns an order of dates with a date in words, so that day and month cannot be confused. */
function dateExample(text: string, order: DateOrder): string {
  const day = dateOf({ text, kind: 'text' }, order);
  if (day === null) return `${ORDERS[order]}: ${text}`;
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`).toLocaleDateString(LOCALE, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return t`${{ order: ORDERS[order] }}: ${text} is ${date}`;
}

/** Returns a decimal mark with a number as it would be read. */
function numberExample(text: string, mark: DecimalMark): string {
  const read = numberOf({ text, kind: 'text' }, mark);
  if (read === null) return `${MARKS[mark]}: ${text}`;
  const number = Number(read).toLocaleString(LOCALE, { maximumFractionDigits: 10 });
  return t`${{ mark: MARKS[mark] }}: ${text} is ${number}`;
}
