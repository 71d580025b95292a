import { t } from '@lingui/core/macro';
import { Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';

export interface Sorting {
  /** Direction of the rows by this column; null if they are in the order of another one. */
  direction: 'ascending' | 'descending' | null;
  /** Accessible name that states the order. */
  name: string;
  onSort: () => void;
}

interface SortHeaderProps {
  label: string;
  sorting: Sorting;
}

/** Header of a column that sorts the rows. */
export function SortHeader({ label, sorting: { direction, name, onSort } }: SortHeaderProps) {
  const Icon = direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <Table.Th role="columnheader" scope="col" aria-sort={direction ?? 'none'}>
      <UnstyledButton
        fz="inherit"
        fw="inherit"
        aria-label={direction === null ? t`Sort by: ${label}` : name}
        style={{ whiteSpace: 'nowrap' }}
        onClick={onSort}
      >
        {label} {direction !== null && <Icon size={14} aria-hidden style={{ verticalAlign: 'middle' }} />}
      </UnstyledButton>
    </Table.Th>
  );
}
