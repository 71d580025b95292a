import { Checkbox, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Order } from './expiring.ts';
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
  showsExpiry: boolean;
  /** True while the rows still belong to the previous filter. */
  isOutdated: boolean;
  /** True if there are more rows and none are being loaded. */
  canLoadMore: boolean;
  /** Called when the last rows are visible and more can be loaded. */
  onLoadMore: () => void;
}

/** Table of certificates that renders only visible rows, so that its length does not slow it down. */
export function Rows({ certificates, total, choosing, order, onOrder, showsExpiry, isOutdated, ...more }: RowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [margin, setMargin] = useState(0);
  // The height above the table changes with the filters and the selection.
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
            {showsExpiry && (
              <SortHeader
                label="Valid until"
                order={order}
                orders={['expiry']}
                name={() => 'Valid until, first to expire first'}
                onOrder={onOrder}
              />
            )}
            <SortHeader
              label="Issued"
              order={order}
              orders={['newest', 'oldest']}
              name={(shown) => `Issued, ${shown} first`}
              onOrder={onOrder}
            />
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
                  showsExpiry={showsExpiry}
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

interface SortHeaderProps extends Pick<RowsProps, 'order' | 'onOrder'> {
  label: string;
  /** Orders of this column, which a click changes in turn. */
  orders: readonly [Order, ...Order[]];
  /** Returns the accessible name in an order. */
  name: (order: Order) => string;
}

function SortHeader({ label, order, orders, name, onOrder }: SortHeaderProps) {
  const [first] = orders;
  const place = orders.indexOf(order);
  const direction = order === 'newest' ? 'descending' : 'ascending';
  const Icon = direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <Table.Th role="columnheader" aria-sort={place < 0 ? 'none' : direction}>
      <UnstyledButton
        fz="inherit"
        fw="inherit"
        aria-label={place < 0 ? `Sort by: ${label}` : name(order)}
        style={{ whiteSpace: 'nowrap' }}
        onClick={() => onOrder(orders[place + 1] ?? first)}
      >
        {label} {place >= 0 && <Icon size={14} aria-hidden style={{ verticalAlign: 'middle' }} />}
      </UnstyledButton>
    </Table.Th>
  );
}
