import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NativeSelect, SimpleGrid, Stack, Title } from '@mantine/core';
import type { DateOrder } from '../../tables/shared/types.ts';
import type { Columns, TableField } from './fields.ts';
import { JoinedColumns } from './joined-columns.tsx';
import type { Table } from './table.ts';

const DATES: readonly { value: DateOrder; label: string }[] = [
  { value: 'ymd', label: t`Year, month, day: 2021-05-03` },
  { value: 'dmy', label: t`Day, month, year: 03/05/2021` },
  { value: 'mdy', label: t`Month, day, year: 05/03/2021` },
];

interface MapColumnsProps {
  table: Table;
  fields: readonly TableField[];
  columns: Columns;
  dates: DateOrder;
  onColumns: (columns: Columns) => void;
  onDates: (dates: DateOrder) => void;
}

/** Chooses the column of each value, and the order of the numbers in dates. */
export function MapColumns({ table, fields, columns, dates, onColumns, onDates }: MapColumnsProps) {
  const options = table.columns.map((name, index) => ({ value: String(index), label: name }));
  const optional = [{ value: '-1', label: t({ message: 'None', context: 'column' }) }, ...options];
  return (
    <Stack gap="sm" component="section">
      <Title order={2} size="h4">
        <Trans>Columns</Trans>
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {fields.map(({ name, label, about, type }) => {
          const [first = -1, ...following] = columns[name] ?? [];
          const choose = (chosen: readonly number[]) => onColumns({ ...columns, [name]: chosen });
          const chooseFirst = (column: number) => choose(column < 0 ? [] : [column, ...following]);
          return (
            <Stack key={name} gap="xs">
              <NativeSelect
                label={label}
                description={about}
                data={optional}
                value={String(first)}
                onChange={(event) => chooseFirst(Number(event.currentTarget.value))}
              />
              {type === 'text' && first >= 0 && (
                <JoinedColumns {...{ label, options }} columns={[first, ...following]} onChange={choose} />
              )}
            </Stack>
          );
        })}
        <NativeSelect
          label={t`Dates are written as`}
          data={[...DATES]}
          value={dates}
          onChange={(event) => onDates(DATES.find(({ value }) => value === event.currentTarget.value)?.value ?? 'ymd')}
        />
      </SimpleGrid>
    </Stack>
  );
}
