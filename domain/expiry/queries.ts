import type { Row } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';

/** Columns of a schedule `e` with the notices so far, and the code that authenticates them. */
export const NOTICE_COLUMNS = [
  ...(['e.certificateId', 'e.expiringFor', 'e.expiredFor', 'e.remindedFor', 'e.remindedDays'] as const),
  ...(['e.emailId', 'e.digestAt', 'e.mac as noticesMac'] as const),
] as const;

type Noticed = Omit<Row<'expiries'>, 'mac' | 'dueAt' | 'isPostponed'> & { noticesMac: Uint8Array | null };

/** Returns true for notices that Laurel wrote. A schedule without notices has no code. */
export function hasAuthenticNotices(services: Pick<Services, 'authenticator'>, row: Noticed): boolean {
  const { noticesMac: mac } = row;
  if (mac) return isAuthentic(services, 'expiries', { ...row, mac });
  return !hasNotices(row);
}

/** Returns true if a schedule has a notice. */
export const hasNotices = ({
  expiringFor,
  expiredFor,
  ...last
}: Omit<Noticed, 'organisationId' | 'certificateId' | 'noticesMac'>): boolean =>
  expiringFor.length + expiredFor.length > 0 ||
  [last.remindedFor, last.remindedDays, last.emailId, last.digestAt].some((value) => value !== null);
