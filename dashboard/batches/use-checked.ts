import { useMemo } from 'react';
import { useCheck } from './rows/use-check.ts';
import type { BatchForm } from './use-batch-form.ts';
import { useOdd } from './use-odd.ts';

/** Returns the check of the batch's rows: those that need fixing, those that are ready, and values to look at. */
export function useChecked(templateId: string, { rows, keeping }: BatchForm) {
  const check = useCheck(templateId, rows);
  const wrong = useMemo(() => rows.filter((row) => check.problemsOf(row).length > 0), [rows, check]);
  const ready = useMemo(
    () => rows.filter((row) => check.isChecked(row) && check.problemsOf(row).length === 0),
    [rows, check],
  );
  const { odd, isConfirmed, confirm } = useOdd(rows, check);
  const isAllChecked = !keeping.isReading && rows.every(check.isChecked);
  return {
    check,
    wrong,
    ready,
    odd,
    isOddConfirmed: isConfirmed,
    confirmOdd: confirm,
    /** True if there is something to issue, and nothing left to look at. */
    isReady: ready.length > 0 && isAllChecked && isConfirmed,
  };
}

export type Checked = ReturnType<typeof useChecked>;
