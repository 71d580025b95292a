import { lowestIdAt } from '../shared/pages.ts';

/** A month (UTC): `YYYY-MM`, its first day and that of the next month, and the range of ids made in it. */
export interface Month {
  month: string;
  firstDay: string;
  nextDay: string;
  fromId: string;
  toId: string;
  endsAt: Date;
}

/** Returns months (UTC) up to the one of a time, oldest first. Months that have not begun, and those before 1970, are left out. */
export function listMonths({ last, count, now }: { last: Date; count: number; now: Date }): Month[] {
  const [end, present] = [monthNumber(last), monthNumber(now)];
  return Array.from({ length: count }, (_, index) => end - (count - 1 - index))
    .filter((number) => number >= 0 && number <= present)
    .map((number) => {
      const [start, endsAt] = [startOf(number), startOf(number + 1)];
      return {
        ...{ month: dayOf(start).slice(0, 7), firstDay: dayOf(start), nextDay: dayOf(endsAt), endsAt },
        ...{ fromId: lowestIdAt(start), toId: lowestIdAt(endsAt) },
      };
    });
}

/** Returns the months between January 1970 and the month of a time. */
const monthNumber = (moment: Date): number => (moment.getUTCFullYear() - 1970) * 12 + moment.getUTCMonth();
const startOf = (number: number): Date => new Date(Date.UTC(1970, number, 1));
const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
