import { t } from '@lingui/core/macro';
import { Chip, Group } from '@mantine/core';
import { formatNumber } from '../components/format.tsx';
import type { Filter, useFilter } from './use-filter.ts';

type FilterChipsProps = Omit<ReturnType<typeof useFilter>, 'shown'>;

/** Offers the filters of the rows, with the number of rows that each leaves. Wraps on phones. */
export function FilterChips({ filter, choices, setFilter }: FilterChipsProps) {
  return (
    <Chip.Group value={filter} onChange={(value) => setFilter(value as Filter)}>
      <Group gap="xs" role="radiogroup" aria-label={t`Rows shown`}>
        {choices.map(({ value, label, count }) => (
          <Chip key={value} value={value} size="sm" variant="light">
            <span>{label}</span> <span className="tabular">{formatNumber(count)}</span>
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
