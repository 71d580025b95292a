import { useEffect, useMemo, useRef, useState } from 'react';
import { useApiClient } from '../lib/api.tsx';
import { problemsByIndex, type RowProblem } from './check-result.ts';
import type { Row } from './rows.ts';

/** Delay before an edited row is checked, in ms. */
const PAUSE = 500;

interface Checked {
  /** Serialised row at the time of the check. A different value means that it has changed since. */
  key: string;
  problems: RowProblem[];
}

export interface Check {
  /** Returns a row's problems. While a changed row is being checked, returns the previous ones. */
  problemsOf: (row: Row) => readonly RowProblem[];
  isChecked: (row: Row) => boolean;
  /** Reason why the check itself failed. */
  error: unknown;
  retry: () => void;
}

/** Checks new and changed rows by the API's own rules, without spending credits. */
export function useCheck(templateId: string, sendEmail: boolean, rows: readonly Row[]): Check {
  const client = useApiClient();
  const [results, setResults] = useState<ReadonlyMap<number, Checked>>(new Map());
  const [failure, setFailure] = useState<{ rows: readonly Row[]; error: unknown } | null>(null);
  const error = failure?.rows === rows ? failure.error : null;
  const keys = useMemo(
    () => new Map(rows.map((row) => [row.number, JSON.stringify([templateId, sendEmail, row.recipient])])),
    [rows, templateId, sendEmail],
  );
  const open = useMemo(
    () => rows.filter(({ number }) => results.get(number)?.key !== keys.get(number)),
    [rows, keys, results],
  );
  const isFirst = useRef(true);
  useEffect(() => {
    if (open.length === 0 || error) return;
    const stop = new AbortController();
    const check = async () => {
      isFirst.current = false;
      const recipients = open.map(({ recipient }) => recipient);
      const { problems } = await client.batches.check.mutate(
        { templateId, recipients, sendEmail },
        { signal: stop.signal },
      );
      if (stop.signal.aborted) return;
      const found = problemsByIndex(problems);
      const told = open.map(({ number }, index): [number, Checked] => [
        number,
        { key: keys.get(number) ?? '', problems: found.get(index) ?? [] },
      ]);
      setResults((before) => new Map([...before, ...told]));
    };
    const run = () => check().catch((reason) => !stop.signal.aborted && setFailure({ rows, error: reason }));
    const timer = setTimeout(run, isFirst.current ? 0 : PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [open, error, rows, keys, client, templateId, sendEmail]);
  return useMemo(
    () => ({
      problemsOf: ({ number }: Row) => results.get(number)?.problems ?? [],
      isChecked: (row: Row) => results.get(row.number)?.key === keys.get(row.number),
      error,
      retry: () => setFailure(null),
    }),
    [results, keys, error],
  );
}
