import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { formatNumber } from '../components/format.tsx';

interface DayBarsProps {
  height: number;
  data: { date: string; Issued: number; Verified: number }[];
}

/** The bars of the chart. Their library is larger than all other code of the screen. */
export const DayBars = ({ height, data }: DayBarsProps) => (
  <BarChart
    h={height}
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
);
