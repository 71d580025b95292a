import type { DateOrder } from '../../tables/shared/types.ts';
import { splitTags } from '../../tables/values/split-tags.ts';
import type { useApiClient } from '../lib/api.tsx';
import { type Columns, type TableField, valueIn } from '../tables/fields.ts';
import type { Table } from '../tables/table.ts';

export type ImportInput = Parameters<ReturnType<typeof useApiClient>['imports']['create']['mutate']>[0];
type Row = ImportInput['certificates'][number];

interface Source {
  table: Table;
  fields: readonly TableField[];
  columns: Columns;
  dates: DateOrder;
  /** Names for the API of uploaded PDFs, by the names of their files. */
  pdfs: ReadonlyMap<string, string>;
}

/** Time of a date-time. Exports often have one, but an award is a day. */
const TIME = /(?<=^\d{4}-\d\d-\d\d)T.*/s;

/** Returns the rows of a table as the API takes them. A text that is no date is sent as it is, so that the server names its row. */
export function importRows({ table, fields, columns, dates, pdfs }: Source): Row[] {
  return table.rows.map((_, row) => {
    const variables: Record<string, string> = {};
    const members: Record<string, unknown> = {};
    const revoked: Record<string, string> = {};
    for (const { name, type } of fields) {
      const value = valueIn(table, { row, columns: columns[name], type, dates });
      if (value === '') continue;
      if (name.startsWith('variables.')) variables[name.slice('variables.'.length)] = value;
      else if (name.startsWith('revoked.')) revoked[name.slice('revoked.'.length)] = value;
      else if (name === 'awardedOn') members[name] = value.replace(TIME, '');
      else if (name === 'tags') members[name] = splitTags(value);
      else members[name] = name === 'originalPdf' ? (pdfs.get(value) ?? value) : value;
    }
    return {
      ...members,
      ...(Object.keys(variables).length > 0 && { variables }),
      ...(Object.keys(revoked).length > 0 && { revoked }),
    } as Row;
  });
}

/** Returns the names of the files that the rows name. */
export const namedPdfs = ({ table, columns: { originalPdf = [] } }: Pick<Source, 'table' | 'columns'>): string[] => {
  const names = table.rows.map((cells) => cells[originalPdf[0] ?? -1] ?? '');
  return [...new Set(names.filter((name) => name !== ''))];
};
