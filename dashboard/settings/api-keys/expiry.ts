const DAY = 86_400_000;

export const EXPIRIES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a date' },
];

/** The moment that was chosen; a date counts to its end, where the person is. */
export function expiryOf({ expiry, date }: { expiry: string; date: string }): Date | undefined {
  if (expiry === 'never') return undefined;
  if (expiry === 'date') return new Date(`${date}T23:59:59`);
  return new Date(Date.now() + Number(expiry) * DAY);
}

/** Today, as a date field takes it. */
export function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
