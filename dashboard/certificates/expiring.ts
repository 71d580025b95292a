const DAY_MS = 86_400_000;

/** Numbers of days in which certificates are shown as expiring. */
export const EXPIRING_DAYS = [30, 60, 90] as const;

/** Returns the end of the day, in the user's time zone, that is this number of days from now. */
const endOfDayIn = (days: number): string => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days + 1).toISOString();
};

/** Filter for certificates that are not listed by their expiry. */
export const NOT_EXPIRING = { expiresBefore: undefined, renewed: undefined } as const;

/** Returns the filter for valid certificates without a renewal that expire within this number of days. */
export const expiringWithin = (days: number) =>
  ({ status: 'GENERATED', renewed: 'false', expiresBefore: endOfDayIn(days) }) as const;

/** Returns the number of days, rounded, after which a filter's range ends; null without a range. */
export const daysOf = ({ expiresBefore }: { expiresBefore?: string | undefined }): number | null => {
  if (expiresBefore === undefined) return null;
  return Math.round((new Date(expiresBefore).getTime() - new Date(endOfDayIn(0)).getTime()) / DAY_MS);
};
