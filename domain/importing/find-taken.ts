import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { type Detail, detail } from '../../errors/detail.ts';
import type { DomainContext } from '../context.ts';
import type { ImportRow } from './schemas.ts';

const UNIQUE = { number: 'number_taken', legacyCode: 'legacy_code_taken' } as const;
type Unique = keyof typeof UNIQUE;

/**
 * Returns the faults of rows whose number or code another certificate of the organisation has. A repetition among the rows names the index
 * of the first. The result has an entry for each row.
 */
export async function findTaken(
  em: EntityManager,
  context: DomainContext,
  rows: readonly ImportRow[],
): Promise<Detail[][]> {
  const numbers = await ownersOf(em, context, 'number', rows);
  const codes = await ownersOf(em, context, 'legacyCode', rows);
  const first = { number: new Map<string, number>(), legacyCode: new Map<string, number>() };
  const faultOf = (column: Unique, row: ImportRow, index: number): Detail[] => {
    const value = row[column];
    if (value === undefined) return [];
    const certificateId = (column === 'number' ? numbers : codes).get(value);
    if (certificateId !== undefined) return [detail(column, UNIQUE[column], { certificateId })];
    const earlier = first[column].get(value);
    if (earlier === undefined) first[column].set(value, index);
    return earlier === undefined ? [] : [detail(column, UNIQUE[column], { certificateId: null, row: earlier })];
  };
  return rows.map((row, index) => [...faultOf('number', row, index), ...faultOf('legacyCode', row, index)]);
}

/** Returns the ids of the certificates that have the rows' values, by value. */
async function ownersOf(
  em: EntityManager,
  { organisationId }: DomainContext,
  column: Unique,
  rows: readonly ImportRow[],
): Promise<Map<string, string>> {
  const values = rows.flatMap((row) => row[column] ?? []);
  if (values.length === 0) return new Map();
  const found = await database(em)
    .selectFrom('certificates')
    .select(['id', `${column} as value`])
    .where('organisationId', '=', organisationId)
    .where(column, '=', sql<string>`any(${values}::text[])`)
    .execute();
  return new Map(found.flatMap(({ id, value }) => (value === null ? [] : [[value, id] as const])));
}
