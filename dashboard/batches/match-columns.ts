import { type MatchField, matchColumns as match } from '../../tables/columns/match.ts';
import { joinTexts } from '../../tables/columns/name-parts.ts';
import type { Meaning } from '../../tables/columns/words.ts';
import type { Cell, Column, Question } from '../../tables/shared/types.ts';
import { addressOf } from '../../tables/values/address-of.ts';
import { dateOf, numberOf, shownOf } from '../../tables/values/value-of.ts';
import { isRequired } from '../issuing/empty-fields.ts';
import { COMMON_FIELDS, EMAIL, type Field, RENEWAL_OF, type Values } from '../issuing/recipients.ts';
import { isAboutTable, type Table } from '../tables/table.ts';

/** Source of a field's values: columns by index, whose texts are joined, or one text for all rows. */
export type Choice = { columns: readonly number[] } | { text: string };

/** Choices by field key. A field without one is not matched. */
export type Mapping = Readonly<Record<string, Choice>>;

/** Finds each field's column by name or label, exact spelling first, then by usual names, then by content. */
export function matchColumns({ columns, rows }: Pick<Table, 'columns' | 'rows'>, variables: readonly Field[]): Mapping {
  const wanted = [...variables.map(variableField), ...COMMON_FIELDS.map(commonField)];
  const found = match(columns, rows, wanted);
  return Object.fromEntries(Object.entries(found).map(([key, indexes]) => [key, { columns: indexes }]));
}

/** The first variable is the recipient's name. */
const variableField = ({ key, name, label, variable }: Field, index: number): MatchField => ({
  key,
  names: [name, label],
  meaning: index === 0 ? 'recipientName' : undefined,
  content: variable?.type === 'choice' ? new Set(variable.options) : variable?.type === 'date' ? 'date' : undefined,
});

/** Exact names first: our own exports have references beside the ids of certificates. */
const commonField = ({ key }: Field): MatchField => ({
  key,
  names: [key],
  meaning: key as Meaning,
  content: key === EMAIL.key ? 'email' : undefined,
});

/**
 * Returns the variables that need a column or a text but have none. Optional variables are not included; a required one needs a text that
 * is not empty. Renewals keep what has no column.
 */
export const unmatched = (variables: readonly Field[], mapping: Mapping): Field[] =>
  variables.filter((field) => {
    const choice = mapping[field.key];
    if (!choice) return !field.variable?.optional && !mapping[RENEWAL_OF.key];
    return 'text' in choice && choice.text.trim() === '' && isRequired(field);
  });

/** Returns the columns that no field uses. */
export function unusedColumns(columns: readonly string[], mapping: Mapping): string[] {
  const used = new Set(Object.values(mapping).flatMap((choice) => ('columns' in choice ? choice.columns : [])));
  return columns.filter((_, index) => !used.has(index));
}

/** Returns the texts of each row by field: dates and numbers as the API takes them, others as written. */
export function mapRows(table: Table, mapping: Mapping, fields: readonly Field[]): Values[] {
  const { columns, rows } = table.reading;
  const types = new Map([...fields, ...COMMON_FIELDS].map((field) => [field.key, typeOf(field)]));
  const textIn = (key: string, choice: Choice, cells: readonly Cell[]): string => {
    if ('text' in choice) return choice.text;
    return joinTexts(
      choice.columns.map((index) => (cells[index] ? textOf(cells[index], types.get(key), columns[index]) : '')),
    );
  };
  return rows.map(({ cells }) =>
    Object.fromEntries(Object.entries(mapping).map(([key, choice]) => [key, textIn(key, choice, cells)])),
  );
}

/** Returns a typed or pasted text as `mapRows` returns those of the field's column. */
export function readTyped(
  text: string,
  key: string,
  { table, mapping, variables }: { table: Table; mapping: Mapping; variables: readonly Field[] },
): string {
  const choice = mapping[key];
  const column = table.reading.columns[onlyColumn(choice) ?? -1];
  const field = [...variables, ...COMMON_FIELDS].find((one) => one.key === key);
  return textOf({ text: text.trim(), kind: 'text' }, field && typeOf(field), column);
}

function textOf(cell: Cell, type: string | undefined, column: Column | undefined): string {
  if (type === 'email') return addressOf(cell.text);
  if (type === 'date') return dateOf(cell, column?.dateOrders[0]) ?? cell.text;
  if (type === 'number') return numberOf(cell, column?.decimalMarks[0]) ?? cell.text;
  return shownOf(cell);
}

const typeOf = ({ key, variable, input }: Field): string | undefined =>
  key === EMAIL.key ? 'email' : (variable ?? input)?.type;

/** Returns whether a question matters: one about dates or numbers only if a field with such values uses the column. */
export function isRelevant(question: Question, table: Table, mapping: Mapping, fields: readonly Field[]): boolean {
  if (!('column' in question)) return isAboutTable(question);
  const at = table.reading.columns.findIndex(({ index }) => index === question.column);
  const type = question.code === 'date_order' ? 'date' : 'number';
  return [...fields, ...COMMON_FIELDS].some((field) => {
    return onlyColumn(mapping[field.key]) === at && typeOf(field) === type;
  });
}

/** Returns the column of a field that has exactly one. */
export const onlyColumn = (choice: Choice | undefined): number | undefined =>
  choice && 'columns' in choice && choice.columns.length === 1 ? choice.columns[0] : undefined;
