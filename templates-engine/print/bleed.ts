import { deflateSync, inflateSync } from 'node:zlib';
import type { PdfValue } from '../graphics/pdf-objects.ts';
import { array, n } from '../pdf/file/syntax.ts';
import type { Objects } from './copy-objects.ts';

/** Content of a certificate's page. */
export interface Content {
  resources: Record<string, PdfValue>;
  streams: { entries: Record<string, PdfValue>; data: Uint8Array }[];
}

interface Cut {
  width: number;
  height: number;
  bleed: number;
}

/** Crop marks. Distance from the page and width are in points, and a white halo makes them visible on any background. */
const MARK = { gap: 1.5, width: 0.25, halo: 1 } as const;
/** Maximum bytes of a decompressed content stream. */
const MAX_CONTENT = 100_000_000;

/**
 * Returns the page with its content beyond the edges and crop marks in the corners. Below that content, the page is mirrored at each edge,
 * so that an imprecise cut shows no white. Each stream becomes a form, which certificates with the same stream share.
 */
export function bleedingContent(objects: Objects, { resources, streams }: Content, cut: Cut): Record<string, PdfValue> {
  const { width, height, bleed } = cut;
  const box = array([-bleed, -bleed, width + bleed, height + bleed]);
  const forms = streams.map(({ entries: { Length: _, ...entries }, data }) => {
    const own = { Type: '/XObject', Subtype: '/Form', BBox: box, Resources: usedOf(resources, entries, data) };
    return objects.add({ ...entries, ...own }, data);
  });
  const draw = forms.map((_, index) => `/F${index} Do`).join(' ');
  const operators = [
    `q 1 0 0 1 ${n(bleed)} ${n(bleed)} cm`,
    ...mirrored(cut).map((matrix) => `q ${matrix.map(n).join(' ')} cm 0 0 ${n(width)} ${n(height)} re W n ${draw} Q`),
    draw,
    ...cropMarks(cut),
    'Q',
  ];
  const content = deflateSync(Buffer.from(operators.join('\n'), 'latin1'));
  return {
    Resources: { XObject: Object.fromEntries(forms.map((form, index) => [`F${index}`, form])) },
    Contents: objects.add({ Filter: '/FlateDecode' }, content),
  };
}

/** Returns matrices for mirror images of the page in the eight surrounding pages. */
function mirrored({ width, height }: Cut): number[][] {
  const sides = [-1, 0, 1];
  const around = sides.flatMap((across) => sides.map((up) => [across, up] as const));
  return around
    .filter(([across, up]) => across !== 0 || up !== 0)
    .map(([across, up]) => [
      across === 0 ? 1 : -1,
      0,
      0,
      up === 0 ? 1 : -1,
      across > 0 ? 2 * width : 0,
      up > 0 ? 2 * height : 0,
    ]);
}

/** Returns two marks for each corner, aligned with the edges. */
function cropMarks({ width, height, bleed }: Cut): string[] {
  const from = Math.min(MARK.gap, bleed / 2);
  const lines = [0, width].flatMap((x) =>
    [0, height].flatMap((y) => {
      const [outX, outY] = [x === 0 ? -1 : 1, y === 0 ? -1 : 1];
      return [
        `${n(x)} ${n(y + outY * from)} m ${n(x)} ${n(y + outY * bleed)} l`,
        `${n(x + outX * from)} ${n(y)} m ${n(x + outX * bleed)} ${n(y)} l`,
      ];
    }),
  );
  return [`1 G ${MARK.halo} w`, ...lines, 'S', `0 G ${MARK.width} w`, ...lines, 'S'];
}

/** Returns the resources that a stream uses. With unused fonts, each certificate would have a different form. */
function usedOf(
  resources: Record<string, PdfValue>,
  entries: Record<string, PdfValue>,
  data: Uint8Array,
): Record<string, PdfValue> {
  const content =
    entries.Filter === '/FlateDecode' ? inflateSync(data, { maxOutputLength: MAX_CONTENT }) : Buffer.from(data);
  const named = new Set([...content.toString('latin1').matchAll(/\/([A-Za-z0-9]+)/g)].map(([, name]) => name));
  return Object.fromEntries(
    Object.entries(resources).map(([kind, names]) => [
      kind,
      Object.fromEntries(Object.entries(names).filter(([name]) => named.has(name))),
    ]),
  );
}
