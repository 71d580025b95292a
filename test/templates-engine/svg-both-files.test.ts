import sharp from 'sharp';
import { expect, test } from 'vitest';
import { difference } from '../support/pictures.ts';
import { dataUri, shown } from '../support/shown-picture.ts';

const svg = (inside: string) =>
  dataUri(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80">${inside}</svg>`), 'svg+xml');

/** Returns the channels of a point, in units of the drawing. */
async function channelsAt(png: Uint8Array, [x, y]: readonly [number, number]): Promise<number[]> {
  const point = sharp(png)
    .removeAlpha()
    .extract({ left: x * 2, top: y * 2, width: 1, height: 1 });
  return [...(await point.raw().toBuffer())];
}

const stops = (...all: [number, string][]) =>
  all.map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`).join('');
const linear = (...all: [number, string][]) =>
  `<linearGradient id="a" x1=".25" x2=".75">${stops(...all)}</linearGradient><rect width="120" height="80" fill="url(#a)"/>`;
const radial = (...all: [number, string][]) =>
  `<radialGradient id="a" r=".25">${stops(...all)}</radialGradient><rect width="120" height="80" fill="url(#a)"/>`;
const [red, blue, lime] = ['#ff0000', '#0000ff', '#00ff00'];
const circle = '<clipPath id="a"><circle cx="60" cy="40" r="30"/></clipPath>';
const half = '<clipPath id="b"><rect x="60" width="60" height="80"/></clipPath>';
const far = '<rect x="-9000" y="-9000" width="20000" height="20000" fill="#00f"/>';

const DRAWINGS: [name: string, inside: string, points: Record<string, readonly [number, number]>][] = [
  ['two stops at 0', linear([0, red], [0, blue], [1, blue]), { [red]: [10, 40], [blue]: [60, 40] }],
  ['two stops at 1', linear([0, red], [1, red], [1, blue]), { [red]: [60, 40], [blue]: [110, 40] }],
  ['all stops at 0', linear([0, red], [0, blue]), { [red]: [10, 40], [blue]: [40, 40] }],
  ['all stops at 1', linear([1, red], [1, blue]), { [red]: [80, 40], [blue]: [110, 40] }],
  ['a radial edge at 1', radial([0, red], [1, red], [1, lime]), { [red]: [60, 40], [lime]: [110, 40] }],
  ['a radial edge at 0', radial([0, red], [0, lime], [1, lime]), { [lime]: [60, 40] }],
  [
    'square caps of lines without length',
    '<g stroke="#f00" stroke-width="20" stroke-linecap="square"><path d="M20 40h0"/><path d="M60 40z"/><path d="M90 40c0 0 0 0 0 0M110 10h0"/></g>',
    { [red]: [14, 33], '#ff0000 ': [66, 47], ' #ff0000': [96, 33], '#ffffff': [40, 40] },
  ],
  [
    'dashes with a negative offset',
    '<path d="M0 40h120" stroke="#00f" stroke-width="30" stroke-dasharray="20" stroke-dashoffset="-10"/>',
    { '#ffffff': [5, 40], [blue]: [20, 40], ' #ffffff': [40, 40], '#0000ff ': [60, 40] },
  ],
  [
    'an odd pattern of dashes with a negative offset',
    '<path d="M0 40h120" stroke="#00f" stroke-width="30" stroke-dasharray="20 10 30" stroke-dashoffset="-20"/>',
    { '#ffffff ': [10, 40], [blue]: [30, 40], '#ffffff': [45, 40], ' #0000ff': [60, 40], ' #ffffff': [90, 40] },
  ],
  [
    'nested clips with far content',
    `${circle}${half}<g clip-path="url(#a)"><g clip-path="url(#b)">${far}</g></g>`,
    { [blue]: [70, 40], '#ffffff': [50, 40], '#ffffff ': [110, 70] },
  ],
  [
    'nested opacities with far content',
    `<g opacity=".5"><path d="M-3000 0h10v1z"/><g opacity=".5" transform="rotate(30)">${far}</g></g>`,
    { '#bfbfff': [70, 40], '#bfbfff ': [5, 5] },
  ],
];

test.each(DRAWINGS)('%s look the same in both files', async (_, inside, points) => {
  const { png, pdf } = await shown(svg(inside));
  for (const [color, point] of Object.entries(points)) {
    const channels = [...Buffer.from(color.trim().slice(1), 'hex')];
    // Each layer can round once.
    for (const file of [png, pdf])
      for (const [index, channel] of (await channelsAt(file, point)).entries())
        expect(Math.abs(channel - (channels[index] ?? 0)), `${color} at ${point}`).toBeLessThan(4);
  }
  expect(await difference(png, pdf)).toBeLessThan(1.5);
});
