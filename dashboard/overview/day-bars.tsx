import { t } from '@lingui/core/macro';
import { Group, Text, Tooltip } from '@mantine/core';
import { formatNumber } from '../components/format.tsx';
import classes from './day-bars.module.css';

interface Day {
  label: string;
  issued: number;
  viewed: number;
}

/** Maximum number of lines above zero. */
const LINES = 4;
/**
 * Chart with two bars per day or month. A table has the same data for screen readers. Every fifth one has its label, if nothing else is
 * given.
 */
export function DayBars({ days, labelled = 5 }: { days: Day[]; labelled?: number }) {
  const { step, top } = scaleOf(Math.max(...days.flatMap(({ issued, viewed }) => [issued, viewed])));
  const lines = Array.from({ length: top / step + 1 }, (_, index) => index * step);
  const percent = (value: number): string => `${(value / top) * 100}%`;
  return (
    <div aria-hidden>
      <div className={classes.plot}>
        {lines.map((value) => (
          <div key={value} className={classes.line} style={{ bottom: percent(value) }}>
            <span className={classes.value}>{formatNumber(value)}</span>
          </div>
        ))}
        <div className={classes.days}>
          {days.map(({ label, issued, viewed }) => (
            <Tooltip
              key={label}
              label={t`${{ day: label }}: ${{ issued: formatNumber(issued) }} issued, ${{ viewed: formatNumber(viewed) }} viewed`}
            >
              <div className={classes.day}>
                <div className={classes.issued} style={{ height: percent(issued) }} />
                <div className={classes.viewed} style={{ height: percent(viewed) }} />
              </div>
            </Tooltip>
          ))}
        </div>
      </div>
      <div className={classes.labels}>
        {days.map(({ label }, index) => (
          <span key={label}>{(days.length - 1 - index) % labelled === 0 && label}</span>
        ))}
      </div>
      <Group justify="flex-end" gap="lg">
        <Legend of={classes.issued ?? ''} text={t`Issued`} />
        <Legend of={classes.viewed ?? ''} text={t`Views`} />
      </Group>
    </div>
  );
}

const Legend = ({ of, text }: { of: string; text: string }) => (
  <Group gap={6}>
    <span className={`${classes.mark} ${of}`} />
    <Text size="sm">{text}</Text>
  </Group>
);

/** Returns a scale from 0 to `top`, which no value exceeds, in integer steps of 1, 2 or 5 times a power of ten. */
function scaleOf(largest: number): { step: number; top: number } {
  const wanted = Math.max(1, largest) / LINES;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, wanted)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= wanted) ?? power;
  return { step, top: step * Math.max(1, Math.ceil(largest / step)) };
}
