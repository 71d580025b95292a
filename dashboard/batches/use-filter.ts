import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { Row } from './rows/rows.ts';
import type { Checked } from './use-checked.ts';

export type Filter = 'all' | 'wrong' | 'odd' | 'duplicate';

/** Numbers of rows. */
type Numbers = ReadonlySet<number>;

const NONE: Record<'wrong' | 'odd', Numbers> = { wrong: new Set(), odd: new Set() };

/**
 * Filters the rows. Until a person chooses, shows rows that need fixing, else those to confirm. A row stays visible once it is fixed or
 * confirmed, so that it does not disappear while it is being edited.
 */
export function useFilter(rows: readonly Row[], { wrong, unconfirmed, duplicates }: Checked) {
  const [filter, setFilter] = useState<Filter>('all');
  const [kept, setKept] = useState(NONE);
  const [hasChosen, setChosen] = useState(false);
  useEffect(() => {
    setKept((before) => {
      const now = { wrong: withRows(before.wrong, numbersOf(wrong)), odd: withRows(before.odd, [...unconfirmed]) };
      return now.wrong === before.wrong && now.odd === before.odd ? before : now;
    });
    if (hasChosen) return;
    if (wrong.length > 0) setFilter('wrong');
    else if (unconfirmed.size > 0) setFilter((before) => (before === 'all' ? 'odd' : before));
  }, [wrong, unconfirmed, hasChosen]);
  const isShown = ({ number }: Row): boolean => {
    if (filter === 'wrong' || filter === 'odd') return kept[filter].has(number);
    return filter === 'all' || duplicates.has(number);
  };
  const choices: { value: Filter; label: string; count: number }[] = [
    { value: 'all', label: t({ message: 'All', context: 'rows' }), count: rows.length },
    { value: 'wrong', label: t`Needs fixing`, count: wrong.length },
    { value: 'odd', label: t`To confirm`, count: unconfirmed.size },
    { value: 'duplicate', label: t`Duplicates`, count: duplicates.size },
  ];
  return {
    filter,
    choices,
    setFilter: (next: Filter) => {
      setChosen(true);
      setKept({ wrong: new Set(numbersOf(wrong)), odd: new Set(unconfirmed) });
      setFilter(next);
    },
    shown: rows.filter(isShown),
  };
}

const numbersOf = (rows: readonly Row[]): number[] => rows.map(({ number }) => number);

function withRows(before: Numbers, rows: readonly number[]): Numbers {
  const added = rows.filter((number) => !before.has(number));
  return added.length > 0 ? new Set([...before, ...added]) : before;
}
