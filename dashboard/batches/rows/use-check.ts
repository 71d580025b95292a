import { useEffect, useMemo, useRef, useState } from 'react';
import { BROWSER_LOCALES } from '../../language/language.ts';
import { useApiClient } from '../../lib/api.tsx';
import { problemsByIndex, type RowProblem, type RowWarning, warningsByIndex } from './check-result.ts';
import type { Row } from './rows.ts';

/** Delay before an edited row is checked, in ms. */
const PAUSE = 500;

const [LOCALE] = BROWSER_LOCALES;

interface Result {
  /** Serialised row at the time of the check. A different value means that it has changed since. */
  key: string;
  row: Row;
  problems: readonly RowProblem[];
  warnings: readonly RowWarning[];
}

const NOTHING: readonly never[] = [];

export interface Check {
  /** Returns a row's problems. While a changed row is being checked, returns the previous ones. */
  problemsOf: (row: Row) => readonly RowProblem[];
  /** Returns remarks on a row's values that look wrong, in the same way. */
  warningsOf: (row: Row) => readonly RowWarning[];
  isChecked: (row: Row) => boolean;
  /** Returns true for a field that was changed after the row's last check. */
  isChanged: (row: Row, field: string) => boolean;
  /** Reason why the check itself failed. */
  error: unknown;
  retry: () => void;
  /** Checks every row again. Until then, the rows keep their previous results. */
  checkAgain: () => void;
}

/** Checks new and changed rows by the API's own rules, without spending credits. */
export function useCheck(templateId: string, rows: readonly Row[]): Check {
  const client = useApiClient();
  const [results, setResults] = useState<ReadonlyMap<number, Result>>(new Map());
  const [failure, setFailure] = useState<{ rows: readonly Row[]; error: unknown } | null>(null);
  const error = failure?.rows === rows ? failure.error : null;
  const keyOf = useMemo(() => keysOf(templateId), [templateId]);
  const [isStale, setStale] = useState(false);
  const open = useMemo(
    () => rows.filter((row) => isStale || results.get(row.number)?.key !== keyOf(row)),
    [rows, keyOf, results, isStale],
  );
  const isFirst = useRef(true);
  useEffect(() => {
    if (open.length === 0 || error) return;
    const stop = new AbortController();
    const check = async () => {
      isFirst.current = false;
      const sent = withEarlier(open, rows);
      const recipients = sent.map(({ recipient }) => recipient);
      const { problems, warnings } = await client.batches.check.mutate(
        { templateId, recipients, ...(LOCALE && { locale: LOCALE }) },
        { signal: stop.signal },
      );
      if (stop.signal.aborted) return;
      const [wrong, odd] = [problemsByIndex(problems), warningsByIndex(warnings)];
      const isOpen = new Set(open);
      const found = sent.map((row, index): [number, Result] => [
        row.number,
        { key: keyOf(row), row, problems: wrong.get(index) ?? NOTHING, warnings: odd.get(index) ?? NOTHING },
      ]);
      setResults((before) => new Map([...before, ...found.filter(([, { row }]) => isOpen.has(row))]));
      setStale(false);
    };
    const run = () => check().catch((reason) => !stop.signal.aborted && setFailure({ rows, error: reason }));
    const timer = setTimeout(run, isFirst.current ? 0 : PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [open, error, rows, keyOf, client, templateId]);
  return useMemo(
    () => ({
      problemsOf: ({ number }: Row) => results.get(number)?.problems ?? NOTHING,
      warningsOf: ({ number }: Row) => results.get(number)?.warnings ?? NOTHING,
      isChanged: ({ number, values }: Row, field: string) => results.get(number)?.row.values[field] !== values[field],
      isChecked: (row: Row) => results.get(row.number)?.key === keyOf(row),
      error,
      retry: () => setFailure(null),
      checkAgain: () => setStale(true),
    }),
    [results, keyOf, error],
  );
}

/** Adds the rows without which the check would not find that others repeat them. */
function withEarlier(open: readonly Row[], rows: readonly Row[]): Row[] {
  const wanted = new Set(open.flatMap(({ number, earlier }) => [number, ...earlier]));
  return rows.filter(({ number }) => wanted.has(number));
}

/** Returns a function that serialises rows, once for each. */
function keysOf(templateId: string): (row: Row) => string {
  const known = new WeakMap<Row, string>();
  return (row) => {
    const key = known.get(row) ?? JSON.stringify([templateId, row.recipient, row.earlier]);
    known.set(row, key);
    return key;
  };
}
