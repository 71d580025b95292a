import { Checkbox, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Listed, Row } from './row.tsx';
import classes from './rows.module.css';
import type { Choosing } from './use-selection.ts';

type Sort = 'newest' | 'oldest';

interface RowsProps {
  certificates: readonly Listed[];
  /** How many there are in all, where that is known. */
  total: number | undefined;
  choosing: Choosing;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** They are those of the filter before, and the others are on their way. */
  isOutdated: boolean;
  /** There are more rows, and nothing is being loaded. */
  canLoadMore: boolean;
  /** The last rows are in sight, and more can be loaded. */
  onLoadMore: () => void;
}

/** The certificates as a table in which only the rows in sight are drawn, so that no number of them makes it slow. */
export function Rows({ certificates, total, choosing, sort, onSort, isOutdated, ...more }: RowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [margin, setMargin] = useState(0);
  // What is above the table comes and goes with the filters and the selection.
  useLayoutEffect(() => {
    const top = (body.current?.getBoundingClientRect().top ?? 0) + scrollY;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });
  const virtualizer = useWindowVirtualizer({
    count: certificates.length,
    estimateSize: () => 64,
    overscan: 8,
    scrollMargin: margin,
    getItemKey: (index) => certificates[index]?.id ?? index,
  });
  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.start ?? margin) - margin;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);
  const isAtEnd = (items.at(-1)?.index ?? 0) >= certificates.length - 1;
  const isMoreWanted = isAtEnd && more.canLoadMore;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows may end in sight, too
  useEffect(() => {
    if (isMoreWanted) more.onLoadMore();
  }, [isMoreWanted, certificates.length]);
  const loaded = certificates.map(({ id }) => id);
  const chosen = loaded.filter(choosing.isChosen).length;
  // A row that the next filter does not have would be chosen without being in sight.
  const choose: Choosing['change'] = (ids, isWanted) => {
    if (!isOutdated) choosing.change(ids, isWanted);
  };
  return (
    <div className={classes.box}>
      <Table
        role="table"
        aria-label="Certificates"
        aria-busy={isOutdated}
        highlightOnHover
        verticalSpacing="sm"
        aria-rowcount={total === undefined ? -1 : total + 1}
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row" aria-rowindex={1} className={classes.head}>
            <Table.Th role="columnheader" w={44}>
              <Checkbox
                aria-label="Select all shown"
                checked={chosen > 0 && chosen === loaded.length}
                indeterminate={chosen > 0 && chosen < loaded.length}
                onChange={(event) => choose(loaded, event.currentTarget.checked)}
              />
            </Table.Th>
            {['Recipient', 'Template', 'State', 'E-mail'].map((column) => (
              <Table.Th key={column} role="columnheader" className={classes.label}>
                {column}
              </Table.Th>
            ))}
            <Table.Th role="columnheader" aria-sort={sort === 'oldest' ? 'ascending' : 'descending'}>
              <SortButton sort={sort} onSort={onSort} />
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup" ref={body}>
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {items.map(({ index, key }) => {
            const certificate = certificates[index];
            return (
              certificate && (
                <Row
                  key={key}
                  ref={virtualizer.measureElement}
                  index={index}
                  certificate={certificate}
                  isChosen={choosing.isChosen(certificate.id)}
                  onChoose={(isWanted) => choose([certificate.id], isWanted)}
                />
              )
            );
          })}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function SortButton({ sort, onSort }: Pick<RowsProps, 'sort' | 'onSort'>) {
  const Icon = sort === 'oldest' ? IconArrowUp : IconArrowDown;
  return (
    <UnstyledButton
      fz="inherit"
      fw="inherit"
      aria-label={`Issued, ${sort} first`}
      style={{ whiteSpace: 'nowrap' }}
      onClick={() => onSort(sort === 'oldest' ? 'newest' : 'oldest')}
    >
      Issued <Icon size={14} aria-hidden style={{ verticalAlign: 'middle' }} />
    </UnstyledButton>
  );
}
