import { t } from '@lingui/core/macro';
import { IconList, IconTable } from '@tabler/icons-react';
import type { ElementOf } from '../../model/design.ts';
import type { ElementKind } from '../../model/element-kind.ts';
import { inMiddle } from '../../model/new-design.ts';
import { contentOfTree, textOfTree } from './content.ts';
import { newList, newTable, TABLE_VARIABLES } from './new-trees.ts';
import { MarkupPanel } from './panel.tsx';
import { MarkupPreview } from './preview.tsx';
import { setCell } from './table/change-cells.ts';
import { InlineTable } from './table/inline-table.tsx';
import { insertedIn } from './table/inserted-in.ts';
import { readTable, textAt } from './table/read-table.ts';
import { TableBar } from './table/table-bar.tsx';
import { childrenOf, type Node } from './tree/tree.ts';

export const markup: ElementKind<ElementOf<'markup'>> = {
  creators: [
    {
      label: t`Add table`,
      short: t`Table`,
      icon: IconTable,
      create: (page) => ({ type: 'markup', ...inMiddle(page, 420, 140), root: newTable() }),
      variables: TABLE_VARIABLES,
    },
    {
      label: t`Add list`,
      short: t`List`,
      icon: IconList,
      create: (page) => ({ type: 'markup', ...inMiddle(page, 360, 140), root: newList() }),
    },
  ],
  isUsable: ({ root }) => typeof root === 'object' && root !== null && 'type' in root && typeof root.type === 'string',
  titleOf: ({ root }) => (isTable(root) ? t`Table` : isList(root) ? t`List` : t`Text block`),
  detailOf: ({ root }) => textOfTree(root),
  iconOf: ({ root }) => (isTable(root) ? IconTable : IconList),
  contentOf: ({ root }) => contentOfTree(root),
  anchorOf: () => ({ x: 0, y: 0 }),
  isReadable: true,
  Preview: MarkupPreview,
  Panel: MarkupPanel,
  inline: {
    isFor: ({ root }) => readTable(root) !== null,
    opensOnClick: true,
    lengthOf: ({ root }, cell = { row: 0, column: 0 }) => textAt(root, cell).length,
    Editor: InlineTable,
    Bar: TableBar,
    insert: ({ root }, { range, cell = { row: 0, column: 0 } }, inserted) => ({
      root: setCell(root, cell, insertedIn(textAt(root, cell), range, inserted)),
    }),
  },
};

const has = (node: Node, is: (node: Exclude<Node, string>) => boolean): boolean =>
  typeof node !== 'string' && (is(node) || childrenOf(node).some((child) => has(child, is)));
const isTable = (node: Node) => has(node, ({ type, each }) => type === 'table' || each !== undefined);
const isList = (node: Node) => has(node, ({ type }) => type === 'ul' || type === 'ol');
