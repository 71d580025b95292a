import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ActingContext } from '../../domain/context.ts';
import { CommandError, DomainError } from '../../domain/errors.ts';
import { ImportRow } from '../../domain/importing/schemas.ts';
import { addImportFile } from '../../domain/imports/add-file.ts';
import { detailsOfZod } from '../../errors/from-zod.ts';
import { joinTexts } from '../../tables/columns/name-parts.ts';
import { addressOf } from '../../tables/values/address-of.ts';
import { splitTags } from '../../tables/values/split-tags.ts';
import { shownOf } from '../../tables/values/value-of.ts';
import type { Table, TableRow } from './read-table.ts';

/** Names of columns that are a member of the API's row. */
const MEMBERS = [
  'recipientName',
  'recipientEmail',
  'externalId',
  'number',
  'awardedOn',
  'expiresAt',
  'legacyCode',
] as const;
const REVOCATION = ['revokedAt', 'revokedReason'] as const;
/** Names that a column can have besides those of the template's variables. */
export const FIXED: readonly string[] = [...MEMBERS, ...REVOCATION, 'tags', 'originalPdf'];
const DATES: readonly string[] = ['awardedOn', 'expiresAt', 'revokedAt'];

/** Columns of the file by the name of the member or variable that they give. Several are joined with spaces. */
export type Columns = ReadonlyMap<string, readonly string[]>;

interface Options {
  /** Directory of the original PDFs. */
  pdfs?: string | undefined;
  table: Table;
  /** Types of the template's variables. */
  types: ReadonlyMap<string, string>;
}

/** Returns a row of the table as the API takes it. CommandError with its number and column for a fault. */
export async function readImportRow(
  context: ActingContext,
  { number, cells }: TableRow,
  columns: Columns,
  { pdfs, table, types }: Options,
): Promise<ImportRow> {
  const textOf = (name: string): string | undefined => {
    const found = (columns.get(name) ?? []).flatMap((column) => {
      const cell = cells.get(column);
      return cell ? [{ column, cell }] : [];
    });
    const [first] = found;
    if (!first) return undefined;
    const text = joinTexts(found.map(({ cell }) => shownOf(cell)));
    const type = DATES.includes(name) ? 'date' : types.get(name);
    if (name === 'recipientEmail') return addressOf(text);
    // Several columns are parts of a text.
    if (found.length > 1 || (type !== 'date' && type !== 'number')) return text;
    if (type === 'number') return table.numberIn(first.column, first.cell) ?? text;
    const date = table.dateIn(first.column, first.cell);
    if (date === null && DATES.includes(name)) throw new CommandError(`row ${number}, ${name}: not a date`);
    // Exports often have a time, but an award is a day.
    return name === 'awardedOn' ? date?.slice(0, 10) : (date ?? text);
  };
  const members = MEMBERS.flatMap((name) => {
    const text = textOf(name);
    return text === undefined ? [] : [[name, text] as const];
  });
  const others = [...columns.keys()].filter((name) => !FIXED.includes(name));
  const values = others.flatMap((name) => {
    const text = textOf(name);
    return text === undefined ? [] : [[name, text] as const];
  });
  const [at, reason, pdf] = [textOf('revokedAt'), textOf('revokedReason'), textOf('originalPdf')];
  const tags = textOf('tags');
  const parsed = ImportRow.safeParse({
    ...Object.fromEntries(members),
    ...(values.length > 0 && { variables: Object.fromEntries(values) }),
    ...((at ?? reason) !== undefined && { revoked: { at, reason } }),
    ...(tags !== undefined && { tags: splitTags(tags) }),
    ...(pdf !== undefined && { originalPdf: await uploaded(context, pdf, { number, pdfs }) }),
  });
  if (parsed.success) return parsed.data;
  const [first] = detailsOfZod(parsed.error, {});
  throw new CommandError(`row ${number}, ${first?.path}: ${first?.message}`);
}

/** Uploads an original PDF of the directory. Returns its name. */
async function uploaded(
  context: ActingContext,
  name: string,
  { number, pdfs }: { number: number; pdfs: string | undefined },
): Promise<string> {
  if (pdfs === undefined) throw new CommandError('--pdfs: name the directory of the files in the column originalPdf');
  if (basename(name) !== name || name === '..')
    throw new CommandError(`row ${number}, originalPdf: not the name of a file in the directory`);
  const content = await readFile(join(pdfs, name)).catch(({ code }: NodeJS.ErrnoException) => {
    throw new CommandError(`row ${number}, originalPdf: the file can't be read (${code})`);
  });
  const { file } = await addImportFile(context, content).catch((error: unknown) => {
    const [fault] = error instanceof DomainError ? (error.extras.details ?? []) : [];
    throw fault ? new CommandError(`row ${number}, originalPdf: ${fault.message}`) : error;
  });
  return file;
}
