import { t } from '@lingui/core/macro';
import type { VariableDefinitions } from '../../../../../templates-engine/variables/properties.ts';
import { INK } from '../../model/new-design.ts';
import type { Node, Root } from './tree/tree.ts';

const LINE = '1px solid #d5dad6';
const STYLE = { fontSize: 12, color: INK } as const;

/** Returns a paragraph and a list. */
export const newList = (): Root => ({
  type: 'div',
  style: STYLE,
  children: [
    { type: 'p', children: withBold(t`A paragraph with <strong>bold</strong> text, and a list:`) },
    {
      type: 'ul',
      children: [
        { type: 'li', children: [t`First item`] },
        { type: 'li', children: [t`Second item`] },
      ],
    },
  ],
});

/** Returns the nodes of a text in which `<strong>` marks a bold part. */
const withBold = (marked: string): Node[] =>
  marked
    .split(/<\/?strong>/)
    .map((text, at): Node => (at % 2 === 1 ? { type: 'strong', children: [text] } : text))
    .filter((node) => node !== '');

/** Returns a table with one row per line of a variable. */
export const newTable = (): Root => ({
  type: 'div',
  style: STYLE,
  children: [
    {
      type: 'table',
      children: [
        {
          type: 'thead',
          children: [{ type: 'tr', style: { borderBottom: LINE }, children: cells('th', t`Module`, t`Grade`) }],
        },
        {
          type: 'tbody',
          children: [
            {
              type: 'tr',
              each: { variable: 'modules', as: 'row' },
              style: { borderBottom: LINE },
              children: cells('td', '{{row.1}}', '{{row.2}}'),
            },
          ],
        },
      ],
    },
  ],
});

/** Returns a wide cell on the left and a narrow one on the right. */
const cells = (type: 'th' | 'td', left: string, right: string): Node[] => [
  { type, style: { flex: 3, padding: '4px 8px', textAlign: 'left' }, children: [left] },
  { type, style: { flex: 1, padding: '4px 8px', textAlign: 'right' }, children: [right] },
];

/** Definitions of a new table's variables, for the forms that ask for their values. */
export const TABLE_VARIABLES: VariableDefinitions = {
  modules: {
    label: t`Modules`,
    sample: `${t`Harmony`}\tA\n${t`Music history`}\tB\n${t`Ear training`}\tA`,
    description: t`One line per row, with a tab between columns. Rows can be pasted from a spreadsheet.`,
  },
};
