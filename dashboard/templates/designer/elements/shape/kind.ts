import { t } from '@lingui/core/macro';
import { IconCircle, IconLine, IconRectangle, IconShape, IconVectorBezier2 } from '@tabler/icons-react';
import { lineDirection } from '../../../../../templates-engine/elements/shape/properties.ts';
import type { ElementOf } from '../../model/design.ts';
import type { ElementKind } from '../../model/element-kind.ts';
import { INK, inMiddle } from '../../model/new-design.ts';
import { ShapePanel } from './panel.tsx';
import { ShapePreview } from './preview.tsx';

type Shape = ElementOf<'shape'>;

const FILL = '#d9e2ec';
/** Path data of a wave across its box. */
const WAVE = 'M0 30C40 0 80 0 120 30S200 60 240 30';
const TITLES: Readonly<Record<Shape['shape'], string>> = {
  rectangle: t`Rectangle`,
  ellipse: t`Ellipse`,
  line: t({ message: 'Line', context: 'shape' }),
  path: t`Path`,
};

export const shape: ElementKind<Shape> = {
  creators: [
    {
      label: t`Add rectangle`,
      short: TITLES.rectangle,
      icon: IconRectangle,
      create: (page) => ({ type: 'shape', ...inMiddle(page, 200, 120), shape: 'rectangle', fill: FILL }),
    },
    {
      label: t`Add ellipse`,
      short: TITLES.ellipse,
      icon: IconCircle,
      create: (page) => ({ type: 'shape', ...inMiddle(page, 120, 120), shape: 'ellipse', fill: FILL }),
    },
    {
      label: t`Add line`,
      short: TITLES.line,
      icon: IconLine,
      create: (page) => ({ type: 'shape', ...inMiddle(page, 240, 1), shape: 'line', stroke: INK, strokeWidth: 1 }),
    },
    {
      label: t`Add path`,
      short: TITLES.path,
      icon: IconVectorBezier2,
      create: (page) => ({
        type: 'shape',
        ...inMiddle(page, 240, 60),
        shape: 'path',
        path: WAVE,
        stroke: INK,
        strokeWidth: 1,
      }),
    },
  ],
  isUsable: ({ shape: form }) => typeof form === 'string' && Object.hasOwn(TITLES, form),
  titleOf: ({ shape: form }) => TITLES[form],
  detailOf: () => '',
  iconOf: ({ shape: form }) => ({ line: IconLine, path: IconVectorBezier2 })[form as string] ?? IconShape,
  contentOf: () => '',
  Preview: ShapePreview,
  Panel: ShapePanel,
  isHollow: true,
  stretches: true,
  isFlat: (element) => element.shape === 'line' && lineDirection(element) === 'level',
};
