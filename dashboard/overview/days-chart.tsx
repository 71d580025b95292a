import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Card, Title, VisuallyHidden } from '@mantine/core';
import type { Outputs } from '../app/session.tsx';
import { formatNumber } from '../components/format.tsx';

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const labelOf = (date: string): string => day.format(new Date(date));

/** Certificates issued on each of the last days; a table says the same to those who don't see it. */
export function DaysChart({ days }: { days: Outputs['statistics']['overview']['days'] }) {
  const data = days.map(({ date, count }) => ({ date: labelOf(date), Certificates: count }));
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="md">
        Certificates issued
      </Title>
      <div aria-hidden>
        <BarChart
          h={220}
          data={data}
          dataKey="date"
          series={[{ name: 'Certificates', color: 'laurel.7' }]}
          gridAxis="x"
          tickLine="none"
          yAxisProps={{ allowDecimals: false, width: 44 }}
          valueFormatter={formatNumber}
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <VisuallyHidden>
        <table>
          <caption>Certificates issued a day</caption>
          <tbody>
            {data.map(({ date, Certificates }) => (
              <tr key={date}>
                <th scope="row">{date}</th>
                <td>{Certificates}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Card>
  );
}
