import { IconTypography } from '@tabler/icons-react';
import type { ElementOf } from '../../model/design.ts';
import type { ElementKind } from '../../model/element-kind.ts';
import { INK, inMiddle } from '../../model/new-design.ts';
import { TextPanel } from './panel.tsx';
import { TextPreview } from './preview.tsx';

export const text: ElementKind<ElementOf<'text'>> = {
  creators: [
    {
      label: 'Add a text',
      icon: IconTypography,
      create: (page) => ({
        type: 'text',
        ...inMiddle(page, 320, 40),
        text: 'New text',
        font: 'Inter',
        size: 20,
        color: INK,
        align: 'center',
        verticalAlign: 'middle',
      }),
    },
  ],
  isUsable: ({ text: content, font, size }) =>
    typeof content === 'string' && typeof font === 'string' && Number.isFinite(size),
  titleOf: () => 'Text',
  detailOf: ({ text: content }) => content.replaceAll(/\s+/g, ' ').trim() || 'empty',
  iconOf: () => IconTypography,
  contentOf: ({ text: content }) => content,
  Preview: TextPreview,
  Panel: TextPanel,
  isText: true,
};
