import type { PdfValue } from '../../graphics/pdf-objects.ts';
import { copyEntries, copyPlain, numbersOf } from '../reading/generic.ts';
import type { Raw } from '../reading/source.ts';
import { cmykToRgb } from './cmyk.ts';
import { copyFunction } from './functions.ts';
import type { Surroundings } from './streams.ts';
import { copyForm } from './x-objects.ts';

/** Copied entries. Transfer functions, halftones and overprint modes are left out (ISO 19005-3, 6.2.5 and 6.2.4.2). */
const KEYS = ['Type', 'LW', 'LC', 'LJ', 'ML', 'D', 'OP', 'op', 'FL', 'SM', 'SA', 'CA', 'ca', 'AIS', 'TK'];
const INTENTS = ['/RelativeColorimetric', '/AbsoluteColorimetric', '/Perceptual', '/Saturation'];
const BLEND_MODES =
  'Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity'.split(
    ' ',
  );

/** Copies a graphics state parameter dictionary (ISO 32000-1, 8.4.5), except for its font. */
export function copyState(around: Surroundings, value: Raw): PdfValue | null {
  const { graph } = around;
  const { source } = graph;
  return graph.once('state', value, () => {
    const dict = source.dict(value);
    if (!dict) return null;
    const mode = source.list(source.entry(dict, 'BM')).map((name) => source.name(name) ?? '');
    const known = mode.find((name) => BLEND_MODES.includes(name));
    if (known !== undefined && known !== 'Normal' && known !== 'Compatible') graph.isBlended = true;
    const intent = copyPlain(source, source.entry(dict, 'RI'));
    return graph.add({
      ...copyEntries(source, dict, KEYS),
      ...(mode.length > 0 && { BM: `/${known ?? 'Normal'}` }),
      ...(typeof intent === 'string' && INTENTS.includes(intent) && { RI: intent }),
      ...softMask(around, source.entry(dict, 'SMask')),
    });
  });
}

/** Returns the font that a graphics state selects, and its size. The rewritten text selects it itself. */
export function fontOfState({ graph: { source } }: Surroundings, value: Raw): [font: Raw, size: number] | null {
  const [font, size] = source.array(source.entry(source.dict(value), 'Font')) ?? [];
  return font === undefined ? null : [font, source.number(size) ?? 1];
}

function softMask(around: Surroundings, value: Raw): Record<string, PdfValue> {
  const { graph } = around;
  const { source } = graph;
  if (value === undefined) return {};
  const dict = source.dict(value);
  const form = dict && copyForm(around, source.entry(dict, 'G'));
  if (!dict || form === null || form === undefined) return { SMask: '/None' };
  const backdrop = source.numbers(source.entry(dict, 'BC'));
  const transfer = source.entry(dict, 'TR');
  return {
    SMask: {
      Type: '/Mask',
      S: source.name(source.entry(dict, 'S')) === 'Alpha' ? '/Alpha' : '/Luminosity',
      G: form,
      ...(backdrop && { BC: numbersOf(backdrop.length === 4 ? cmykToRgb(backdrop) : backdrop) }),
      ...(transfer !== undefined && { TR: copyFunction(graph, transfer) }),
    },
  };
}
