import { t } from '@lingui/core/macro';
import type { Field } from '../../issuing/recipients.ts';
import type { Row } from '../rows/rows.ts';

/** Key of the column with the problems of each row. It can't be edited. */
export const STATE = 'state';

/** Column of the grid. */
export interface GridColumn {
  key: string;
  label: string;
  width: number;
  /** Undefined for the state. */
  field?: Field;
}

/** Width of the column with the row numbers, in pixels. */
export const HEAD_WIDTH = 64;
const [LEAST, MOST] = [112, 280];
/** Width of the state, beside which a phone shows another column. */
const STATE_WIDTHS = { wide: 210, narrow: 96 };
const NARROW = 600;
/** Rows whose texts decide the widths. */
const MEASURED = 50;
const CHARACTER = 7.6;

/** Returns the columns: the problems, then the fields in the order of the template, as wide as their first texts. Fills the given width. */
export function columnsOf(fields: readonly Field[], rows: readonly Row[], available: number): GridColumn[] {
  const columns = [
    {
      key: STATE,
      label: t`State`,
      width: available > 0 && available < NARROW ? STATE_WIDTHS.narrow : STATE_WIDTHS.wide,
    },
    ...fields.map((field) => ({ key: field.key, label: field.label, width: widthOf(field, rows), field })),
  ];
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  const share = Math.floor((available - HEAD_WIDTH - total) / columns.length);
  return share > 0 ? columns.map((column) => ({ ...column, width: column.width + share })) : columns;
}

function widthOf({ key, label }: Field, rows: readonly Row[]): number {
  const lengths = rows.slice(0, MEASURED).map(({ values }) => (values[key] ?? '').length);
  return Math.round(Math.min(MOST, Math.max(LEAST, 24 + CHARACTER * Math.max(label.length, ...lengths))));
}
