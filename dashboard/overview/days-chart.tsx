import { Card, Title, VisuallyHidden } from '@mantine/core';
import type { Outputs } from '../lib/session.ts';
import { DayBars } from './day-bars.tsx';

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

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
        Issued and viewed
      </Title>
      <DayBars days={data} />
      <VisuallyHidden>
        <table>
          <caption>Certificates issued and viewed per day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Issued</th>
              <th scope="col">Views</th>
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
