import { t } from '@lingui/core/macro';
import type { Box, Design, Page } from './design.ts';
import { round } from './geometry.ts';

/** Name of a new design. */
export const UNTITLED = t`Untitled template`;

/** Colour of new texts and lines. */
export const INK = '#1f2933';

/** Returns a box of the given size in the middle of the page, scaled down to fit the page. */
export function inMiddle(page: Page, width: number, height: number): Box {
  const scale = Math.min(1, page.width / width, page.height / height);
  const [w, h] = [width * scale, height * scale];
  return {
    x: round((page.width - w) / 2),
    y: round((page.height - h) / 2),
    width: round(w),
    height: round(h),
  };
}

/** Returns a new design with the recipient's name and the QR code for verification. */
export function newDesign(name: string, page: Page): Design {
  const qr = 72;
  return {
    name,
    recipientNameVariable: 'name',
    page,
    background: { color: '#ffffff' },
    elements: [
      {
        type: 'text',
        x: 48,
        y: round(page.height / 2 - 32),
        width: page.width - 96,
        height: 64,
        text: '{{name}}',
        font: 'Playfair Display',
        weight: 700,
        size: 40,
        minSize: 14,
        color: INK,
        align: 'center',
        verticalAlign: 'middle',
      },
      { type: 'qr', x: page.width - 48 - qr, y: page.height - 48 - qr, width: qr, height: qr, background: '#ffffff' },
    ],
  };
}
