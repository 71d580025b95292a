import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Card, Title, VisuallyHidden } from '@mantine/core';
import type { Outputs } from '../app/session.tsx';
import { formatNumber } from '../components/format.tsx';

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const labelOf = (date: string): string => day.format(new Date(date));

/** Certificates issued and verified on each of the last days; a table says the same to those who don't see it. */
export function DaysChart({ days }: { days: Outputs['statistics']['overview']['days'] }) {
  const data = days.map(({ date, count, verified }) => ({ date: labelOf(date), Issued: count, Verified: verified }));
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="md">
        Issued and verified
      </Title>
      <div aria-hidden>
        <BarChart
          h={220}
          data={data}
          dataKey="date"
          withLegend
          series={[
            { name: 'Issued', color: 'laurel.7' },
            { name: 'Verified', color: 'blue.5' },
          ]}
          gridAxis="x"
          tickLine="none"
          yAxisProps={{ allowDecimals: false, width: 44 }}
          valueFormatter={formatNumber}
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <VisuallyHidden>
        <table>
          <caption>Certificates issued, and verifications, a day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Issued</th>
              <th scope="col">Verified</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ date, Issued, Verified }) => (
              <tr key={date}>
                <th scope="row">{date}</th>
                <td>{Issued}</td>
                <td>{Verified}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Card>
  );
}
