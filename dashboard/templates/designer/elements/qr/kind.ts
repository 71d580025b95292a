import { t } from '@lingui/core/macro';
import { IconQrcode } from '@tabler/icons-react';
import { QR_DEFAULTS } from '../../../../../templates-engine/elements/qr/properties.ts';
import type { ElementOf } from '../../model/design.ts';
import type { ElementKind } from '../../model/element-kind.ts';
import { inMiddle } from '../../model/new-design.ts';
import { QrPanel } from './panel.tsx';
import { QrPreview } from './preview.tsx';

const contentOf = ({ value }: ElementOf<'qr'>): string => value ?? QR_DEFAULTS.value;

export const qr: ElementKind<ElementOf<'qr'>> = {
  creators: [
    {
      label: t`Add QR code`,
      short: t`QR code`,
      icon: IconQrcode,
      create: (page) => ({ type: 'qr', ...inMiddle(page, 96, 96), background: '#ffffff' }),
    },
  ],
  isUsable: () => true,
  titleOf: () => t`QR code`,
  detailOf: contentOf,
  iconOf: () => IconQrcode,
  contentOf,
  isReadable: true,
  Preview: QrPreview,
  stretches: true,
  Panel: QrPanel,
};
