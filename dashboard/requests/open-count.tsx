import { Plural } from '@lingui/react/macro';
import { Badge, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../components/format.tsx';
import { useApi } from '../lib/api.tsx';
import { SLOW_MS } from '../live/live.tsx';

/** Number of open requests, next to the name of their screen. Nothing without any. */
export function OpenCount() {
  const { data } = useQuery(useApi().requests.count.queryOptions(undefined, { refetchInterval: SLOW_MS }));
  if (!data || data.open === 0) return null;
  return (
    <Badge size="sm" variant="filled" className="tabular">
      <span aria-hidden>{formatNumber(data.open)}</span>
      <VisuallyHidden>
        <Plural value={{ count: data.open }} one="# open" other="# open" />
      </VisuallyHidden>
    </Badge>
  );
}
