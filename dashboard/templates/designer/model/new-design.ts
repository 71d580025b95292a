import { type Box, type Design, type DesignElement, type Draft, type Item, withId } from './design.ts';
import { round } from './geometry.ts';

const INK = '#1f2933';

/** A box of a size in the middle of the page, no larger than the page. */
function inMiddle({ page }: Pick<Draft, 'page'>, width: number, height: number): Box {
  const scale = Math.min(1, page.width / width, page.height / height);
  const [w, h] = [width * scale, height * scale];
  return {
    x: round((page.width - w) / 2),
    y: round((page.height - h) / 2),
    width: round(w),
    height: round(h),
  };
}

export type NewKind = 'text' | 'rectangle' | 'ellipse' | 'line' | 'qr';

/** A new element in the middle of the page, as most people would have it. */
export function newElement(draft: Draft, kind: NewKind): Item {
  const elements: Record<NewKind, () => DesignElement> = {
    text: () => ({
      type: 'text',
      ...inMiddle(draft, 320, 40),
      text: 'New text',
      font: 'Inter',
      size: 20,
      color: INK,
      align: 'center',
      verticalAlign: 'middle',
    }),
    rectangle: () => ({ type: 'shape', ...inMiddle(draft, 200, 120), shape: 'rectangle', fill: '#d9e2ec' }),
    ellipse: () => ({ type: 'shape', ...inMiddle(draft, 120, 120), shape: 'ellipse', fill: '#d9e2ec' }),
    line: () => ({ type: 'shape', ...inMiddle(draft, 240, 1), shape: 'line', stroke: INK, strokeWidth: 1 }),
    qr: () => ({ type: 'qr', ...inMiddle(draft, 96, 96), background: '#ffffff' }),
  };
  return withId(elements[kind]());
}

/** A picture in the middle of the page, at most a third of it. */
export function newImage(draft: Draft, src: string, size: { width: number; height: number }): Item {
  const scale = Math.min(1, draft.page.width / 3 / size.width, draft.page.height / 3 / size.height);
  return withId({ type: 'image', ...inMiddle(draft, size.width * scale, size.height * scale), src });
}

/** What a blank page begins with: who is certified, and the code by which anyone verifies it. */
export function newDesign(name: string, page: { width: number; height: number }): Design {
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
