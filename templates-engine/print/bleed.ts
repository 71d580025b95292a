import { deflateSync, inflateSync } from 'node:zlib';
import type { PdfValue } from '../graphics/pdf-objects.ts';
import { array, n } from '../pdf/syntax.ts';
import type { Objects } from './copy-objects.ts';

/** What a certificate's page is drawn with. */
export interface Content {
  resources: Record<string, PdfValue>;
  streams: { entries: Record<string, PdfValue>; data: Uint8Array }[];
}

interface Cut {
  width: number;
  height: number;
  bleed: number;
}

/** Points between a mark and the page; white around a mark, so that it is seen on any ground. */
const MARK = { gap: 1.5, width: 0.25, halo: 1 } as const;
/** What a content stream may inflate to. */
const MAX_CONTENT = 100_000_000;

/**
 * The page with what reaches over its edge, its own image mirrored at each edge below that, so that no cut shows white, and
 * crop marks in the corners. Each stream is a form, which certificates with the same one share.
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

/** The page's images in the eight pages around it. */
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

/** Two at each corner, in line with the edges. */
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

/** The resources that a stream names: with others' fonts it would be another form for each certificate. */
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
