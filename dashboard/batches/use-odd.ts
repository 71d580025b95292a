import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { EMAIL } from '../issuing/recipients.ts';
import type { RowWarning } from './rows/check-result.ts';
import type { Row } from './rows/rows.ts';
import type { Check } from './rows/use-check.ts';
import type { BatchForm } from './use-batch-form.ts';

/** Value of a row that looks wrong. */
export type Odd = RowWarning & { row: Row };

/**
 * Returns the values that look wrong, and the rows in which no person has confirmed them yet. A change of a row asks again about it. Rows
 * that need fixing are asked about once they are fixed.
 */
export function useOdd(
  { rows, variables, confirmed, setConfirmed }: BatchForm,
  check: Check,
  duplicates: ReadonlyMap<number, number>,
) {
  const nameKey = variables[0]?.key ?? '';
  const remarks = useMemo(
    () => new Map(rows.map((row) => [row.number, [...repeats(row, duplicates, nameKey), ...check.warningsOf(row)]])),
    [rows, check, duplicates, nameKey],
  );
  const found = useMemo(
    () =>
      rows.flatMap((row) => {
        const odd = remarks.get(row.number) ?? [];
        const isAsked = odd.length > 0 && check.problemsOf(row).length === 0;
        return isAsked ? [{ row, odd, key: keyOf(row, odd) }] : [];
      }),
    [rows, remarks, check],
  );
  const open = useMemo(() => found.filter(({ row, key }) => confirmed.get(row.number) !== key), [found, confirmed]);
  const unconfirmed = useMemo(() => new Set(open.map(({ row }) => row.number)), [open]);
  return {
    /** Values to confirm. All of them once they are confirmed. */
    odd: (open.length > 0 ? open : found).flatMap(({ row, odd }) => odd.map((one): Odd => ({ ...one, row }))),
    /** Values that look wrong, by the row's number. */
    remarks,
    /** Numbers of the rows to confirm. */
    unconfirmed,
    /** Confirms the values of these rows. */
    confirmRows: (numbers: readonly number[]) => {
      const chosen = new Set(numbers);
      const keys = found.filter(({ row }) => chosen.has(row.number)).map(({ row, key }) => [row.number, key] as const);
      setConfirmed((before) => new Map([...before, ...keys]));
    },
    confirmAll: (isRight: boolean) =>
      setConfirmed(new Map(isRight ? found.map(({ row, key }) => [row.number, key]) : [])),
  };
}

/** A repeated row is shown at the address, which most repeated rows share. */
function repeats(row: Row, duplicates: ReadonlyMap<number, number>, nameKey: string): RowWarning[] {
  const earlier = duplicates.get(row.number);
  if (earlier === undefined) return [];
  const field = row.values[EMAIL.key] ? EMAIL.key : nameKey;
  return [{ field, message: t`Looks like row ${{ row: earlier }}.`, offer: null }];
}

const keyOf = ({ values }: Row, odd: readonly RowWarning[]): string =>
  JSON.stringify(odd.map(({ field, message }) => [field, values[field], message]));
