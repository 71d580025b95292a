import type { Dict, PdfFile } from './pdf-file.ts';
import type { Rule } from './rule.ts';
import { CELLS, element, elements, kidsOf } from './structure-rules.ts';

const childrenOf = (file: PdfFile, own: Dict): Dict[] => kidsOf(file, own).map((kid) => file.dict(kid));

/** Returns a rule for elements of a type that have a disallowed child, or no child. */
const holds =
  (type: string, children: readonly string[]) =>
  (file: PdfFile): string[] =>
    elements(file)
      .filter((own) => own['/S'] === type)
      .flatMap((own) => childrenOf(file, own).map((child) => String(child['/S'] ?? 'content')))
      .filter((child) => !children.includes(child))
      .map((child) => `${type} has ${child}`);

/** Returns the rows of a table, including those of its parts. */
const rowsOf = (file: PdfFile, table: Dict): Dict[] =>
  childrenOf(file, table).flatMap((part) => (part['/S'] === '/TR' ? [part] : rowsOf(file, part)));

/** Returns the numbers of cells in the rows of each table. */
export const rowLengths = (file: PdfFile): number[][] =>
  elements(file)
    .filter((own) => own['/S'] === '/Table')
    .map((table) => rowsOf(file, table).map((row) => childrenOf(file, row).length));

/** ISO 14289-1, 7.5 and 7.6, with the related clauses 14.8.4 and 14.8.5 of ISO 32000-1: tables and lists. */
export const TABLE_RULES: Rule[] = [
  {
    rule: 'ISO 32000-1, 14.8.4.3.4: a table has rows, and rows have cells',
    faults: (file) => [
      ...holds('/Table', ['/TR', '/THead', '/TBody', '/TFoot'])(file),
      ...['/THead', '/TBody', '/TFoot'].flatMap((part) => holds(part, ['/TR'])(file)),
      ...holds('/TR', CELLS)(file),
    ],
    breakIt: (file) => {
      element(file, '/TR')['/S'] = '/P';
    },
  },
  {
    rule: 'ISO 32000-1, 14.8.4.3.4: a table has at most one head and one foot, and a body beside them',
    faults: (file) =>
      elements(file)
        .filter((own) => own['/S'] === '/Table')
        .map((table) => childrenOf(file, table).map((part) => part['/S']))
        .filter((parts) => {
          const [heads = 0, feet = 0] = ['/THead', '/TFoot'].map(
            (type) => parts.filter((part) => part === type).length,
          );
          return heads > 1 || feet > 1 || (heads + feet > 0 && !parts.includes('/TBody'));
        })
        .map((parts) => parts.join()),
    breakIt: (file) => {
      element(file, '/TBody')['/S'] = '/THead';
    },
  },
  {
    rule: 'ISO 14289-1, 7.5: the rows of a table have the same number of cells',
    faults: (file) =>
      rowLengths(file)
        .filter((counts) => new Set(counts).size > 1)
        .map((counts) => counts.join()),
    breakIt: (file) => {
      const row = element(file, '/TR');
      row['/K'] = kidsOf(file, row).slice(1);
    },
  },
  {
    rule: 'ISO 14289-1, 7.5: a header cell states its scope',
    faults: (file) =>
      elements(file)
        .filter((own) => own['/S'] === '/TH')
        .filter((own) => !['/Row', '/Column', '/Both'].includes(String(file.dict(own['/A'])['/Scope'])))
        .map(() => 'TH'),
    breakIt: (file) => {
      delete file.dict(element(file, '/TH')['/A'])['/Scope'];
    },
  },
  {
    rule: 'ISO 32000-1, 14.8.4.3.3: a list has items, and an item has a label and a body',
    faults: (file) => [...holds('/L', ['/LI', '/L'])(file), ...holds('/LI', ['/Lbl', '/LBody'])(file)],
    breakIt: (file) => {
      element(file, '/LBody')['/S'] = '/P';
    },
  },
  {
    rule: 'ISO 14289-1, 7.6: a list with labelled items states its numbering',
    faults: (file) =>
      elements(file)
        .filter((own) => own['/S'] === '/L')
        .filter((own) =>
          childrenOf(file, own).some((item) => childrenOf(file, item).some((kid) => kid['/S'] === '/Lbl')),
        )
        .filter((own) => ['undefined', '/None'].includes(String(file.dict(own['/A'])['/ListNumbering'])))
        .map(() => 'L'),
    breakIt: (file) => {
      delete file.dict(element(file, '/L')['/A'])['/ListNumbering'];
    },
  },
];
