const DAY_MS = 86_400_000;

/** Order of a list. By expiry, the first to expire is at the beginning. */
export type Order = 'expiry' | 'newest' | 'oldest';

interface Filter {
  expiresBefore?: string | undefined;
  search?: string | undefined;
  status?: string | undefined;
  renderStatus?: string | undefined;
  emailStatus?: string | undefined;
}

/** Returns true for a list that is about expiries. */
export const isAboutExpiry = ({ expiresBefore, status }: Filter): boolean =>
  expiresBefore !== undefined || status === 'EXPIRED';

/** Returns the order in which the server lists a filter's certificates unless another one is chosen. */
export const usualOrder = ({ expiresBefore, search, status, renderStatus, emailStatus }: Filter): Order =>
  expiresBefore !== undefined && status !== 'EXPIRED' && (search ?? renderStatus ?? emailStatus) === undefined
    ? 'expiry'
    : 'newest';

/** Numbers of days in which certificates are shown as expiring. */
export const EXPIRING_DAYS = [30, 60, 90] as const;

/** Returns the end of the day, in the user's time zone, that is this number of days from now. */
const endOfDayIn = (days: number): string => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days + 1).toISOString();
};

/** Returns the changes that end the filter for expiring certificates. A state that was chosen beside it stays. */
export const notExpiring = ({ status, renderStatus }: Filter) => ({
  ...{ expiresBefore: undefined, renewed: undefined },
  ...(status === 'GENERATED' && renderStatus === undefined && { status: undefined }),
});

/** Returns the filter for valid certificates without a renewal that expire within this number of days. */
export const expiringWithin = (days: number) =>
  ({ status: 'GENERATED', renewed: 'false', expiresBefore: endOfDayIn(days) }) as const;

/** Returns the number of days, rounded, after which a filter's range ends; null without a range. */
export const daysOf = ({ expiresBefore }: Filter): number | null => {
  if (expiresBefore === undefined) return null;
  return Math.round((new Date(expiresBefore).getTime() - new Date(endOfDayIn(0)).getTime()) / DAY_MS);
};

/**
 * Returns the number of days within which certificates of a saved filter expire, counted from the time when it was saved; null if it is not
 * one for expiring certificates.
 */
export function savedDaysOf({ status, renewed, expiresBefore }: SavedExpiry, savedAt: string): number | null {
  if (status !== 'GENERATED' || renewed !== 'false' || expiresBefore === undefined) return null;
  const saved = new Date(savedAt);
  const end = new Date(saved.getFullYear(), saved.getMonth(), saved.getDate() + 1);
  return Math.round((new Date(expiresBefore).getTime() - end.getTime()) / DAY_MS);
}

type SavedExpiry = Filter & { renewed?: string | undefined };
