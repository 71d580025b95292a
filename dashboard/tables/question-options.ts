import type { Choices, DateOrder, DecimalMark, Question } from '../../tables/shared/types.ts';
import { dateOf, numberOf } from '../../tables/values/value-of.ts';

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
  'one-column': { label: 'One column: keep each line whole', choices: { delimiter: '' } },
  keep: { label: 'Keep the extra values in columns of their own', choices: { extraCells: 'keep' } },
  'leave-out': { label: 'Leave these rows out', choices: { extraCells: 'leave-out' } },
} as const;
const ORDERS: Record<DateOrder, string> = { ymd: 'Year, month, day', dmy: 'Day, month, year', mdy: 'Month, day, year' };
const MARKS: Record<DecimalMark, string> = { '.': 'Decimal point', ',': 'Decimal comma' };

/** Returns a question and its possible answers, with what each would show. */
export function optionsOf(question: Question, chosen: Choices): Asked {
  switch (question.code) {
    case 'encoding':
      return {
        label: 'Which of these is spelled correctly?',
        options: question.candidates.map(({ encoding, samples }) => ({
          label: `${samples.slice(0, 3).join(', ')} (${encoding})`,
          choices: { encoding },
          isChosen: chosen.encoding === encoding,
        })),
      };
    case 'sheet':
      return {
        label: 'Which sheet has the recipients?',
        options: question.candidates.map(({ sheet, name, rows }) => ({
          label: `${name} (${rows.toLocaleString()} rows)`,
          choices: { sheet },
          isChosen: chosen.sheet === sheet,
        })),
      };
    case 'header':
      return {
        label: 'Which row has the column names?',
        options: question.candidates.map(({ row, texts }) => ({
          label:
            row === 0
              ? 'None: the first row is a recipient'
              : `Row ${row}: ${texts.filter(Boolean).join(' · ').slice(0, 80)}`,
          choices: { headerRow: row },
          isChosen: chosen.headerRow === row,
        })),
      };
    case 'extra_cells':
      return {
        label: `${question.rows === 1 ? 'A row has' : `${question.rows.toLocaleString()} rows have`} more values than there are column names, first in line ${question.line.toLocaleString()}`,
        options: question.candidates.map((candidate) => ({
          ...EXTRA[candidate],
          isChosen: candidate === 'one-column' ? chosen.delimiter === '' : chosen.extraCells === candidate,
        })),
      };
    case 'date_order':
      return {
        label: `How are dates written in “${question.name}”?`,
        options: question.candidates.map((order) => ({
          label: `${ORDERS[order]}: ${dateExample(question.samples[0] ?? '', order)}`,
          choices: { dateOrders: { [question.column]: order } },
          isChosen: chosen.dateOrders?.[question.column] === order,
        })),
      };
    case 'decimal_mark':
      return {
        label: `How are numbers written in “${question.name}”?`,
        options: question.candidates.map((mark) => ({
          label: `${MARKS[mark]}: ${numberExample(question.samples[0] ?? '', mark)}`,
          choices: { decimalMarks: { [question.column]: mark } },
          isChosen: chosen.decimalMarks?.[question.column] === mark,
        })),
      };
    case 'locale':
      return { label: '', options: [] };
  }
}

/** Returns a date in words, so that day and month cannot be confused. */
function dateExample(text: string, order: DateOrder): string {
  const day = dateOf({ text, kind: 'text' }, order);
  if (day === null) return text;
  const shown = new Date(`${day.slice(0, 10)}T00:00:00Z`).toLocaleDateString(undefined, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return `${text} is ${shown}`;
}

function numberExample(text: string, mark: DecimalMark): string {
  const number = numberOf({ text, kind: 'text' }, mark);
  return number === null
    ? text
    : `${text} is ${Number(number).toLocaleString(undefined, { maximumFractionDigits: 10 })}`;
}
