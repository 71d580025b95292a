import { Trans } from '@lingui/react/macro';
import type { GridColumn } from './columns.ts';
import classes from './grid.module.css';
import type { ShownColumn } from './grid-row.tsx';

interface GridHeaderProps {
  columns: readonly GridColumn[];
  items: readonly ShownColumn[];
  width: number;
}

/** Names of the columns in sight. */
export function GridHeader({ columns, items, width }: GridHeaderProps) {
  return (
    <div role="row" aria-rowindex={1} className={classes.head} style={{ width }}>
      <div role="columnheader" aria-colindex={1} className={classes.rowHead}>
        <Trans>Row</Trans>
      </div>
      {items.map(({ index, start, size }) => {
        const { key, label } = columns[index] ?? { key: '', label: '' };
        return (
          <div
            key={key}
            role="columnheader"
            aria-colindex={index + 2}
            className={classes.columnHead}
            title={label}
            style={{ insetInlineStart: start, width: size }}
          >
            {label}
          </div>
        );
      })}
    </div>
  );
}
