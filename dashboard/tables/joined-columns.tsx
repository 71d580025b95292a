import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';

/** Maximum columns whose texts make one value. */
const MOST = 5;

interface JoinedColumnsProps {
  /** Name of the value. */
  label: string;
  /** Columns of the table, by index. */
  options: readonly { value: string; label: string }[];
  /** Indexes of the chosen columns, at least one. */
  columns: readonly number[];
  onChange: (columns: readonly number[]) => void;
}

/** Chooses the columns that follow the first one of a value, such as the surname after the first name. */
export function JoinedColumns({ label, options, columns, onChange }: JoinedColumnsProps) {
  const [isAdding, setAdding] = useState(false);
  const following = [...columns.slice(1), ...(isAdding ? [-1] : [])];
  const choose = (place: number, column: number) => {
    setAdding(false);
    const chosen = [columns[0] ?? -1, ...following.map((before, index) => (index === place ? column : before))];
    onChange(chosen.filter((one) => one >= 0));
  };
  return (
    <>
      {following.map((column, place) => (
        <NativeSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the value
          key={place}
          label={t`Followed by`}
          aria-label={t`${{ field: label }}, followed by`}
          data={[{ value: '-1', label: t({ message: 'None', context: 'column' }) }, ...options]}
          value={String(column)}
          // The button that adds it is gone, and had the focus.
          autoFocus={column < 0}
          onChange={(event) => choose(place, Number(event.currentTarget.value))}
        />
      ))}
      {!isAdding && columns.length < Math.min(MOST, options.length) && (
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            aria-label={t`Add a column to ${{ field: label }}`}
            onClick={() => setAdding(true)}
          >
            <Trans>Add a column</Trans>
          </Button>
        </Group>
      )}
    </>
  );
}
