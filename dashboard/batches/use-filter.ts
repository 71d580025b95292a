import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { Row } from './rows/rows.ts';

export const FILTERS = [
  { value: 'all', label: t({ message: 'All', context: 'rows' }) },
  { value: 'wrong', label: t`Needs fixing` },
  { value: 'duplicate', label: t`Duplicates` },
];

/** Filters the rows. A row with a problem stays visible once it is fixed, so that it does not disappear while it is being edited. */
export function useFilter(rows: readonly Row[], wrong: readonly Row[], duplicates: ReadonlyMap<number, number>) {
  const [filter, setFilter] = useState('all');
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const [hasChosen, setChosen] = useState(false);
  useEffect(() => {
    if (wrong.length === 0) return;
    setKept((before) => {
      const added = wrong.filter(({ number }) => !before.has(number));
      return added.length > 0 ? new Set([...before, ...added.map(({ number }) => number)]) : before;
    });
    if (!hasChosen) setFilter('wrong');
  }, [wrong, hasChosen]);
  const isShown = ({ number }: Row): boolean => {
    if (filter === 'wrong') return kept.has(number);
    return filter === 'all' || duplicates.has(number);
  };
  return {
    filter,
    setFilter: (next: string) => {
      setChosen(true);
      setKept(new Set(wrong.map(({ number }) => number)));
      setFilter(next);
    },
    shown: rows.filter(isShown),
  };
}
