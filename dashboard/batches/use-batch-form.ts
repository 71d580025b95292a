import { useMemo, useState } from 'react';
import type { Choices } from '../../tables/shared/types.ts';
import { EMAIL, RENEWAL_OF, type Template, variableFields } from '../issuing/recipients.ts';
import type { AddedPictures } from '../pictures/added-pictures.ts';
import type { OpenResult } from '../tables/open-table.ts';
import type { Table, TableSource } from '../tables/table.ts';
import { renewedBy, rowFiller } from './kept-values.ts';
import {
  type Choice,
  isRelevant,
  type Mapping,
  mapRows,
  matchColumns,
  readTyped,
  unmatched,
  unusedColumns,
} from './match-columns.ts';
import { rowMaker } from './rows/rows.ts';
import { useChanges } from './use-changes.ts';
import { useKeptValues } from './use-kept-values.ts';

interface Data {
  table: Table | null;
  source: TableSource | null;
  /** Null for a pasted table. */
  fileName: string | null;
  mapping: Mapping;
}

const NO_PICTURES: AddedPictures = new Map();
const NONE_CONFIRMED: ReadonlyMap<number, string> = new Map();
const NO_DATA: Data = { table: null, source: null, fileName: null, mapping: {} };

/** Returns the state of a batch that is being created. It is kept across steps, so that going back loses nothing. */
export function useBatchForm(template: Template | undefined) {
  const [data, setData] = useState(NO_DATA);
  const [pasted, setPasted] = useState('');
  const [name, setName] = useState('');
  const [tags, setTags] = useState<readonly string[]>([]);
  const [confirmed, setConfirmed] = useState(NONE_CONFIRMED);
  const [pictures, setPictures] = useState<AddedPictures>(NO_PICTURES);
  const [wantsEmail, setSendEmail] = useState(false);
  const { table, mapping } = data;
  const { edits, removed, reset, ...changes } = useChanges();
  const variables = useMemo(() => (template ? variableFields(template) : []), [template]);
  const mapped = useMemo(() => (table ? mapRows(table, mapping, variables) : []), [table, mapping, variables]);
  const numbers = useMemo(() => numbersOf(table), [table]);
  const { kept, ...keeping } = useKeptValues(mapped, numbers, edits);
  const [makeRows] = useState(rowMaker);
  const [fill] = useState(rowFiller);
  const rows = useMemo(() => {
    const filled = mapped.map((texts, index) =>
      fill(texts, kept.get(renewedBy(texts, edits[numbers[index] ?? 0])), mapping),
    );
    return makeRows({ numbers, mapped: filled, variables, edits, removed, pictures });
  }, [makeRows, fill, numbers, mapped, mapping, kept, variables, edits, removed, pictures]);
  const hasEmail = mapping[EMAIL.key] !== undefined || rows.some(({ values }) => values[EMAIL.key]);
  const isAnswered = table !== null && isFinal(table, mapping, variables);
  /** Sets a new table and discards corrections, which belong to the rows of the previous one. */
  const takeTable = ({ table: next, source }: Opened, fileName: string | null): boolean => {
    const found = matchColumns(next, variables);
    setData({ table: next, source, fileName, mapping: found });
    reset();
    setConfirmed(NONE_CONFIRMED);
    if (name === '' || name === baseOf(data.fileName)) setName(baseOf(fileName));
    // A column that is not used may have a value that the renewals would keep by mistake.
    const isComplete = found[RENEWAL_OF.key] === undefined || unusedColumns(next.columns, found).length === 0;
    return isComplete && unmatched(variables, found).length === 0 && isFinal(next, found, variables);
  };

  return {
    ...data,
    ...changes,
    removed,
    variables,
    rows,
    /** State of reading the values that renewals keep. */
    keeping,
    pasted,
    setPasted,
    /** Pictures added next to the table. They are kept when the table is replaced. */
    pictures,
    setPictures,
    /** Values that look wrong and are right, serialised, by the row's number. */
    confirmed,
    setConfirmed,
    hasEmail,
    sendEmail: wantsEmail && hasEmail,
    setSendEmail,
    /** False while a question about the table is open. */
    isAnswered,
    /** Takes a table that was opened. Returns whether every variable has a column and no question is open. */
    takeTable,
    /** Takes the table that was read again with one more answer. Answers about a column keep the columns and corrections. */
    takeAnswer: (result: Opened, choices: Choices): void => {
      if ('dateOrders' in choices || 'decimalMarks' in choices) setData((before) => ({ ...before, ...result }));
      else takeTable(result, data.fileName);
    },
    name,
    setName,
    tags,
    setTags,
    /** Matches the variables of another template that are not matched yet. */
    takeTemplate: (next: Template) =>
      setData((before) =>
        before.table ? { ...before, mapping: rematch(before.table, before.mapping, variableFields(next)) } : before,
      ),
    choose: (key: string, choice: Choice | null) =>
      setData((before) => {
        const { [key]: _, ...others } = before.mapping;
        return { ...before, mapping: choice ? { ...others, [key]: choice } : others };
      }),
    /** Returns a typed or pasted text as a field takes it: dates and numbers as in its column. */
    readTyped: (key: string, text: string) => (table ? readTyped(text, key, { table, mapping, variables }) : text),
  };
}

type Opened = Exclude<OpenResult, { error: string }>;

/** Returns the numbers of the rows in the file. */
const numbersOf = (table: Table | null): number[] => table?.reading.rows.map(({ number }) => number) ?? [];

const isFinal = (table: Table, mapping: Mapping, variables: ReturnType<typeof variableFields>): boolean =>
  !table.reading.questions.some((question) => isRelevant(question, table, mapping, variables));

/** Returns a file's name without extension, which is the batch's name until the user changes it. */
const baseOf = (fileName: string | null): string => fileName?.replace(/\.\w{1,5}$/, '').slice(0, 200) ?? '';

export type BatchForm = ReturnType<typeof useBatchForm>;

function rematch(table: Table, before: Mapping, variables: ReturnType<typeof variableFields>): Mapping {
  const found = matchColumns(table, variables);
  const kept = Object.entries(before).filter(
    ([key]) => !key.startsWith('variables.') || variables.some((field) => field.key === key),
  );
  return { ...found, ...Object.fromEntries(kept) };
}
