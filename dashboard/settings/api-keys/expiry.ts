import { t } from '@lingui/core/macro';

const DAY = 86_400_000;

export const EXPIRIES = [
  { value: 'never', label: t`Never` },
  { value: '30', label: t`In 30 days` },
  { value: '90', label: t`In 90 days` },
  { value: '365', label: t`In a year` },
  { value: 'date', label: t`On a date` },
];

/** Returns the chosen expiry. A date counts until its end in the user's time zone. */
export function expiryOf({ expiry, date }: { expiry: string; date: string }): Date | undefined {
  if (expiry === 'never') return undefined;
  if (expiry === 'date') return new Date(`${date}T23:59:59`);
  return new Date(Date.now() + Number(expiry) * DAY);
}

/** Returns today in the format of a date field. */
export function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
