import { Card, Text } from '@mantine/core';
import type { Outputs } from '../app/session.tsx';
import { formatNumber } from '../components/format.tsx';

const DAY_MS = 86_400_000;
/** Beyond so many days a forecast says nothing. */
const FAR = 730;

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' });

type Overview = Outputs['statistics']['overview'];

/** The credits that are left, and how long they last at the pace of the last 30 days. */
export function CreditsLeft({ credits, days }: Pick<Overview, 'credits' | 'days'>) {
  return (
    <Card withBorder h="100%">
      <Text c="dimmed" size="sm">
        Credits left
      </Text>
      <Text fz={28} fw={650} className="tabular">
        {formatNumber(credits)}
      </Text>
      <Text size="sm" c="dimmed">
        {forecast(credits, days)}
      </Text>
    </Card>
  );
}

function forecast(credits: number, days: Overview['days']): string {
  const issued = days.reduce((sum, { count }) => sum + count, 0);
  if (credits === 0) return 'No certificate can be issued until more are added.';
  if (issued === 0) return 'None was spent in the last 30 days.';
  // The first day counts from the first certificate: a new organisation has not had 30 days.
  const used = days.length - days.findIndex(({ count }) => count > 0);
  const left = Math.floor((credits * used) / issued);
  if (left > FAR) return 'Enough for more than two years at the current pace.';
  if (left === 0) return 'Less than a day’s worth at the current pace.';
  return `At the current pace they last until ${day.format(new Date(Date.now() + left * DAY_MS))}.`;
}
