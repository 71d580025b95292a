import { IconCircle, IconLine, IconRectangle, IconShape } from '@tabler/icons-react';
import type { ElementOf } from '../../model/design.ts';
import type { ElementKind } from '../../model/element-kind.ts';
import { INK, inMiddle } from '../../model/new-design.ts';
import { ShapePanel } from './panel.tsx';
import { ShapePreview } from './preview.tsx';

type Shape = ElementOf<'shape'>;

const FILL = '#d9e2ec';
const TITLES: Readonly<Record<Shape['shape'], string>> = { rectangle: 'Rectangle', ellipse: 'Ellipse', line: 'Line' };

export const shape: ElementKind<Shape> = {
  creators: [
    {
      label: 'Add a rectangle',
      icon: IconRectangle,
      create: (page) => ({ type: 'shape', ...inMiddle(page, 200, 120), shape: 'rectangle', fill: FILL }),
    },
    {
      label: 'Add an ellipse',
      icon: IconCircle,
      create: (page) => ({ type: 'shape', ...inMiddle(page, 120, 120), shape: 'ellipse', fill: FILL }),
    },
    {
      label: 'Add a line',
      icon: IconLine,
      create: (page) => ({ type: 'shape', ...inMiddle(page, 240, 1), shape: 'line', stroke: INK, strokeWidth: 1 }),
    },
  ],
  isUsable: ({ shape: form }) => typeof form === 'string' && Object.hasOwn(TITLES, form),
  titleOf: ({ shape: form }) => TITLES[form],
  detailOf: () => '',
  iconOf: ({ shape: form }) => (form === 'line' ? IconLine : IconShape),
  contentOf: () => '',
  Preview: ShapePreview,
  Panel: ShapePanel,
  isHollow: true,
  isFlat: ({ shape: form, width, height }) => form === 'line' && height <= width,
};
