import { Card, Title, VisuallyHidden } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Outputs } from '../app/session.tsx';

/** Fetched when the chart is scrolled to: most who open the overview go on from its top. */
const DayBars = lazy(async () => ({ default: (await import('./day-bars.tsx')).DayBars }));
/** In CSS pixels. */
const HEIGHT = 220;

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const labelOf = (date: string): string => day.format(new Date(date));

/** Certificates issued and verified on each of the last days; a table says the same to those who don't see it. */
export function DaysChart({ days }: { days: Outputs['statistics']['overview']['days'] }) {
  const data = days.map(({ date, count, verified }) => ({ date: labelOf(date), Issued: count, Verified: verified }));
  const { ref, entry } = useIntersection<HTMLDivElement>();
  const [hasBeenSeen, setSeen] = useState(false);
  const isSeen = entry?.isIntersecting ?? false;
  useEffect(() => setSeen((before) => before || isSeen), [isSeen]);
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="md">
        Issued and verified
      </Title>
      <div aria-hidden ref={ref} style={{ height: HEIGHT }}>
        {hasBeenSeen && (
          <Suspense>
            <DayBars height={HEIGHT} data={data} />
          </Suspense>
        )}
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
