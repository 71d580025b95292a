import { Trans } from '@lingui/react/macro';
import { Card, Title, VisuallyHidden } from '@mantine/core';
import { LOCALE } from '../language/language.ts';
import type { Outputs } from '../lib/session.ts';
import { DayBars } from './day-bars.tsx';

const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Chart of certificates issued and viewed per day, with an equivalent table for screen readers. */
export function DaysChart({ days }: { days: Outputs['statistics']['overview']['days'] }) {
  const data = days.map(({ date, count, viewed }) => ({
    label: day.format(new Date(date)),
    issued: count,
    viewed,
  }));
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="md">
        <Trans>Issued and viewed</Trans>
      </Title>
      <DayBars days={data} />
      <VisuallyHidden>
        <table>
          <caption>
            <Trans>Certificates issued and viewed per day</Trans>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Day</Trans>
              </th>
              <th scope="col">
                <Trans>Issued</Trans>
              </th>
              <th scope="col">
                <Trans>Views</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ label, issued, viewed }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{issued}</td>
                <td>{viewed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Card>
  );
}
