import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Card, Text } from '@mantine/core';
import { formatNumber } from '../components/format.tsx';
import { LOCALE } from '../language/language.ts';
import type { Outputs } from '../lib/session.ts';

const DAY_MS = 86_400_000;
/** Maximum forecast in days. Beyond that it would be meaningless. */
const FAR = 730;

const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long', year: 'numeric' });

type Overview = Outputs['statistics']['overview'];

/** Shows the remaining credits, and how long they last at the rate of the last 30 days. */
export function CreditsLeft({ credits, days }: Pick<Overview, 'credits' | 'days'>) {
  return (
    <Card withBorder h="100%">
      <Text c="dimmed" size="sm">
        <Trans>Credits left</Trans>
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
  if (credits === 0) return t`You can’t issue certificates until more are added.`;
  if (issued === 0) return t`None used in the last 30 days.`;
  // Counts from the first certificate, as a new organisation has fewer than 30 days.
  const used = days.length - days.findIndex(({ count }) => count > 0);
  const left = Math.floor((credits * used) / issued);
  if (left > FAR) return t`At this rate, they’ll last more than two years.`;
  if (left === 0) return t`At this rate, they’ll last less than a day.`;
  return t`At this rate, you’ll run out around ${{ day: day.format(new Date(Date.now() + left * DAY_MS)) }}.`;
}
