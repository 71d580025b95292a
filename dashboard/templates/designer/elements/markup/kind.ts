import { IconTable } from '@tabler/icons-react';
import type { ElementOf } from '../../model/design.ts';
import type { ElementKind } from '../../model/element-kind.ts';
import { INK, inMiddle } from '../../model/new-design.ts';
import { contentOfTree, textOfTree } from './content.ts';
import { MarkupPanel } from './panel.tsx';
import { MarkupPreview } from './preview.tsx';

export const markup: ElementKind<ElementOf<'markup'>> = {
  creators: [
    {
      label: 'Add list or table',
      short: 'Table',
      icon: IconTable,
      create: (page) => ({
        type: 'markup',
        ...inMiddle(page, 360, 140),
        root: {
          type: 'div',
          style: { fontSize: 12, color: INK },
          children: [
            {
              type: 'p',
              children: ['A paragraph with ', { type: 'strong', children: ['bold'] }, ' text, and a list:'],
            },
            {
              type: 'ul',
              children: [
                { type: 'li', children: ['First item'] },
                { type: 'li', children: ['Second item'] },
              ],
            },
          ],
        },
      }),
    },
  ],
  isUsable: ({ root }) => typeof root === 'object' && root !== null && 'type' in root && typeof root.type === 'string',
  titleOf: () => 'Table',
  detailOf: ({ root }) => textOfTree(root),
  iconOf: () => IconTable,
  contentOf: ({ root }) => contentOfTree(root),
  anchorOf: () => ({ x: 0, y: 0 }),
  Preview: MarkupPreview,
  Panel: MarkupPanel,
};
