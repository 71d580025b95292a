import type { CellPlace } from '../../../model/text-range.ts';
import type { Table } from './read-table.ts';

/** Returns a place if the table still has a cell there, for example after an undo; otherwise the first cell. */
export function placeIn(table: Table | null, place: CellPlace | undefined): CellPlace {
  const isThere = place && table?.rows[place.row]?.cells[place.column] !== undefined;
  return isThere ? place : { row: 0, column: 0 };
}
