import { t } from '@lingui/core/macro';
import { IconTypography } from '@tabler/icons-react';
import { plainTextOf, TEXT_DEFAULTS } from '../../../../../templates-engine/elements/text/properties.ts';
import type { ElementOf, Page } from '../../model/design.ts';
import type { ElementKind } from '../../model/element-kind.ts';
import { INK, inMiddle } from '../../model/new-design.ts';
import { InlineText } from './inline-text.tsx';
import { TextPanel } from './panel.tsx';
import { TextPreview } from './preview.tsx';
import { withText } from './runs.ts';
import { TextBar } from './text-bar.tsx';

/** Returns whether a value is a text or a list of runs. */
const isContent = (content: unknown): boolean =>
  typeof content === 'string' || (Array.isArray(content) && content.every((run) => isRun(run)));
const isRun = (run: unknown): boolean =>
  typeof run === 'string' || (typeof run === 'object' && run !== null && 'text' in run && typeof run.text === 'string');

const newText = (page: Page, content: string): ElementOf<'text'> => ({
  type: 'text',
  ...inMiddle(page, 320, 40),
  text: content,
  font: 'Inter',
  size: 20,
  color: INK,
  align: 'center',
  verticalAlign: 'middle',
});

export const text: ElementKind<ElementOf<'text'>> = {
  creators: [
    {
      label: t`Add text`,
      short: t`Text`,
      icon: IconTypography,
      create: (page) => newText(page, t`New text`),
    },
  ],
  isUsable: ({ text: content, font, size }) => isContent(content) && typeof font === 'string' && Number.isFinite(size),
  titleOf: () => t`Text`,
  detailOf: ({ text: content }) =>
    plainTextOf(content).replaceAll(/\s+/g, ' ').trim() || t({ message: 'empty', context: 'text' }),
  iconOf: () => IconTypography,
  contentOf: ({ text: content }) => plainTextOf(content),
  isReadable: true,
  Preview: TextPreview,
  Panel: TextPanel,
  showVariable: (name, isPicture, page) => (isPicture ? null : newText(page, `{{${name}}}`)),
  inline: {
    lengthOf: ({ text: content }) => plainTextOf(content).length,
    Editor: InlineText,
    Bar: TextBar,
    insert: ({ text: content }, { range }, inserted) => ({ text: withText(content, range, inserted) }),
  },
  anchorOf: ({ align = TEXT_DEFAULTS.align, verticalAlign = TEXT_DEFAULTS.verticalAlign }) => ({
    x: { left: 0, justify: 0, center: 0.5, right: 1 }[align],
    y: { top: 0, middle: 0.5, bottom: 1 }[verticalAlign],
  }),
};
