import { plural } from '@lingui/core/macro';

interface Period {
  label: string;
  input: { months: number; until?: string };
}

const lastMonths = (months: number): Period => ({
  label: plural(months, { one: 'Last month', other: 'Last # months' }),
  input: { months },
});

/** Returns a whole year. Months that have not begun are left out by the server. */
const yearOf = (year: number): Period => ({ label: String(year), input: { months: 12, until: `${year}-12-31` } });

const thisYear = new Date().getUTCFullYear();

export const DEFAULT_PERIOD = lastMonths(12);

/** Periods to choose from. */
export const PERIODS: readonly Period[] = [
  ...[lastMonths(3), DEFAULT_PERIOD, lastMonths(24), lastMonths(36)],
  ...[yearOf(thisYear), yearOf(thisYear - 1), yearOf(thisYear - 2)],
];
