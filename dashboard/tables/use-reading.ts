import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useLatest } from '../lib/latest.ts';
import type { OpenResult } from './open-table.ts';

/** Returns a function that uses a table once it is read. Drops one that another file or answer replaces in the meantime. */
export function useReading() {
  const [isReading, setReading] = useState(false);
  const latest = useLatest();
  const read = (opening: Promise<OpenResult>, use: (result: OpenResult) => void) => {
    setReading(true);
    const ending = opening.catch(() => ({ error: t`Try again.` }));
    void latest(ending, (result) => {
      setReading(false);
      use(result);
    });
  };
  return { isReading, read };
}

export type TableReading = ReturnType<typeof useReading>;
