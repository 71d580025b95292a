import { t } from '@lingui/core/macro';
import { Checkbox, Table } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SortHeader } from '../lists/sort-header.tsx';
import type { ListView } from '../lists/use-list-view.ts';
import type { Order } from './expiring.ts';
import { columnsOf } from './list-columns.ts';
import { type Listed, Row } from './row.tsx';
import classes from './rows.module.css';
import type { Choosing } from './use-selection.ts';

interface RowsProps {
  certificates: readonly Listed[];
  /** Total number, if known. */
  total: number | undefined;
  choosing: Choosing;
  order: Order;
  onOrder: (order: Order) => void;
  /** True for a list that is about expiries, and can be in their order. */
  isByExpiry: boolean;
  view: ListView;
  /** True while the rows still belong to the previous filter. */
  isOutdated: boolean;
  /** True if there are more rows and none are being loaded. */
  canLoadMore: boolean;
  /** Called when the last rows are visible and more can be loaded. */
  onLoadMore: () => void;
}

/** Usual heights of rows, in pixels. */
const [HEIGHT, COMPACT_HEIGHT] = [64, 40];

/** Table of certificates that renders only visible rows, so that its length does not slow it down. */
export function Rows({
  certificates,
  total,
  choosing,
  order,
  onOrder,
  isByExpiry,
  view,
  isOutdated,
  ...more
}: RowsProps) {
  const { isCompact } = view;
  const body = useRef<HTMLTableSectionElement>(null);
  const [margin, setMargin] = useState(0);
  // The height above the table changes with the filters and the selection.
  useLayoutEffect(() => {
    const top = (body.current?.getBoundingClientRect().top ?? 0) + scrollY;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });
  const virtualizer = useWindowVirtualizer({
    count: certificates.length,
    estimateSize: () => (isCompact ? COMPACT_HEIGHT : HEIGHT),
    overscan: 8,
    scrollMargin: margin,
    getItemKey: (index) => certificates[index]?.id ?? index,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that were measured have another height now
  useEffect(() => virtualizer.measure(), [isCompact, virtualizer]);
  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.start ?? margin) - margin;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);
  const isAtEnd = (items.at(-1)?.index ?? 0) >= certificates.length - 1;
  const isMoreWanted = isAtEnd && more.canLoadMore;
  // biome-ignore lint/correctness/useExhaustiveDependencies: loading more rows can leave the last one visible, too
  useEffect(() => {
    if (isMoreWanted) more.onLoadMore();
  }, [isMoreWanted, certificates.length]);
  const loaded = certificates.map(({ id }) => id);
  const chosen = loaded.filter(choosing.isChosen).length;
  // A row that the next filter does not match would be selected without being visible.
  const choose: Choosing['change'] = (ids, isWanted) => {
    if (!isOutdated) choosing.change(ids, isWanted);
  };
  const columns = columnsOf(view, isByExpiry);
  return (
    <div className={classes.box} data-compact={isCompact || undefined}>
      <Table
        role="table"
        aria-label={t`Certificates`}
        aria-busy={isOutdated}
        highlightOnHover
        verticalSpacing={isCompact ? 0 : 'sm'}
        aria-rowcount={total === undefined ? -1 : total + 1}
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row" aria-rowindex={1} className={classes.head}>
            <Table.Th role="columnheader" w={44}>
              <Checkbox
                aria-label={t`Select all shown`}
                checked={chosen > 0 && chosen === loaded.length}
                indeterminate={chosen > 0 && chosen < loaded.length}
                onChange={(event) => choose(loaded, event.currentTarget.checked)}
              />
            </Table.Th>
            <Table.Th role="columnheader" className={classes.label}>
              {t`Recipient`}
            </Table.Th>
            {columns.map(({ key, label }) =>
              key === 'expiry' && isByExpiry ? (
                <SortHeader
                  key={key}
                  label={label}
                  sorting={{
                    direction: order === 'expiry' ? 'ascending' : null,
                    name: t`Valid until, first to expire first`,
                    onSort: () => onOrder('expiry'),
                  }}
                />
              ) : key === 'issued' ? (
                <SortHeader
                  key={key}
                  label={label}
                  sorting={{
                    direction: order === 'expiry' ? null : order === 'oldest' ? 'ascending' : 'descending',
                    name: order === 'oldest' ? t`Issued, oldest first` : t`Issued, newest first`,
                    onSort: () => onOrder(order === 'newest' ? 'oldest' : 'newest'),
                  }}
                />
              ) : (
                <Table.Th key={key} role="columnheader" className={classes.label}>
                  {label}
                </Table.Th>
              ),
            )}
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
                  columns={columns}
                  showsTags={view.shows('tags')}
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
