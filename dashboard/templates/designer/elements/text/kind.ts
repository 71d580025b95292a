import { IconTypography } from '@tabler/icons-react';
import { plainTextOf, TEXT_DEFAULTS } from '../../../../../templates-engine/elements/text/properties.ts';
import type { ElementOf } from '../../model/design.ts';
import type { ElementKind } from '../../model/element-kind.ts';
import { INK, inMiddle } from '../../model/new-design.ts';
import { TextPanel } from './panel.tsx';
import { TextPreview } from './preview.tsx';

/** A text, or runs of which each is one. */
const isContent = (content: unknown): boolean =>
  typeof content === 'string' || (Array.isArray(content) && content.every((run) => isRun(run)));
const isRun = (run: unknown): boolean =>
  typeof run === 'string' || (typeof run === 'object' && run !== null && 'text' in run && typeof run.text === 'string');

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
  isUsable: ({ text: content, font, size }) => isContent(content) && typeof font === 'string' && Number.isFinite(size),
  titleOf: () => 'Text',
  detailOf: ({ text: content }) => plainTextOf(content).replaceAll(/\s+/g, ' ').trim() || 'empty',
  iconOf: () => IconTypography,
  contentOf: ({ text: content }) => plainTextOf(content),
  Preview: TextPreview,
  Panel: TextPanel,
  isText: true,
  anchorOf: ({ align = TEXT_DEFAULTS.align, verticalAlign = TEXT_DEFAULTS.verticalAlign }) => ({
    x: { left: 0, justify: 0, center: 0.5, right: 1 }[align],
    y: { top: 0, middle: 0.5, bottom: 1 }[verticalAlign],
  }),
};
