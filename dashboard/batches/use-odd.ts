import { useMemo, useState } from 'react';
import type { RowWarning } from './rows/check-result.ts';
import type { Row } from './rows/rows.ts';
import type { Check } from './rows/use-check.ts';

/** Value of a row that looks wrong. */
export type Odd = RowWarning & { row: Row };

/** Returns the values that look wrong, and whether a person has confirmed them. A change asks again. */
export function useOdd(rows: readonly Row[], check: Check) {
  const [confirmed, setConfirmed] = useState('');
  const odd = useMemo(
    () => rows.flatMap((row) => check.warningsOf(row).map((warning): Odd => ({ ...warning, row }))),
    [rows, check],
  );
  const key = odd.map(({ row, field, message }) => `${row.number} ${field} ${row.values[field]} ${message}`).join('\n');
  return {
    odd,
    isConfirmed: odd.length === 0 || confirmed === key,
    confirm: (isConfirmed: boolean) => setConfirmed(isConfirmed ? key : ''),
  };
}
