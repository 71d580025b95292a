import { type OddValue, oddValues } from '../../tables/values/odd-values.ts';
import { COMMON_FIELDS, EMAIL, type Field } from '../issuing/recipients.ts';
import type { Row } from './rows.ts';

/** Value of a row that looks wrong, with its field. */
export type Odd = OddValue & { field: Field };

/** Finds values that look wrong: left by programs, in the wrong column, typed without case, or decades away. Duplicates have a filter. */
export function findOdd(rows: readonly Row[], variables: readonly Field[]): Odd[] {
  const fields = [...variables, ...COMMON_FIELDS];
  const indexes = (fits: (field: Field) => boolean | undefined) =>
    fields.flatMap((field, index) => (fits(field) ? [index] : []));
  const found = oddValues(
    rows.map(({ number, values }) => ({ number, texts: fields.map(({ key }) => values[key]?.trim() ?? '') })),
    {
      names: indexes(({ isRecipientName }) => isRecipientName),
      emails: indexes(({ key }) => key === EMAIL.key),
      dates: indexes(({ variable, input }) => (variable ?? input)?.type === 'date'),
      today: new Date().toISOString().slice(0, 10),
      locale: navigator.language,
    },
  );
  return found.flatMap((odd) => {
    const field = fields[odd.column];
    return field && odd.code !== 'duplicate' ? [{ ...odd, field }] : [];
  });
}
