import { useMemo } from 'react';
import { findDuplicates } from './rows/rows.ts';
import { useCheck } from './rows/use-check.ts';
import type { BatchForm } from './use-batch-form.ts';
import { useOdd } from './use-odd.ts';

/** Returns the check of the batch's rows: those that need fixing, those that are ready, and values to look at. */
export function useChecked(templateId: string, form: BatchForm) {
  const { rows, keeping } = form;
  const check = useCheck(templateId, rows);
  const duplicates = useMemo(() => findDuplicates(rows), [rows]);
  const wrong = useMemo(() => rows.filter((row) => check.problemsOf(row).length > 0), [rows, check]);
  const ready = useMemo(
    () => rows.filter((row) => check.isChecked(row) && check.problemsOf(row).length === 0),
    [rows, check],
  );
  const { odd, remarks, unconfirmed, confirmRows, confirmAll } = useOdd(form, check, duplicates);
  const isAllChecked = !keeping.isReading && rows.every(check.isChecked);
  return {
    check,
    duplicates,
    wrong,
    ready,
    odd,
    remarks,
    unconfirmed,
    confirmRows,
    confirmAll,
    /** True if there is something to issue, and nothing left to look at. */
    isReady: ready.length > 0 && isAllChecked && unconfirmed.size === 0,
  };
}

export type Checked = ReturnType<typeof useChecked>;
