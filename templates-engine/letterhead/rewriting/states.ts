import type { PDFDict } from 'pdf-lib';
import type { PdfValue } from '../../graphics/pdf-objects.ts';
import type { Graph } from '../reading/graph.ts';
import type { Raw } from '../reading/source.ts';
import { cmykToRgb } from './cmyk.ts';
import { copyColorSpace } from './color-spaces.ts';
import { copyFont } from './fonts.ts';
import { copyFunction } from './functions.ts';
import { copyEntries, copyPlain, numbersOf } from './generic.ts';
import { copyForm } from './x-objects.ts';

/** Copied entries. Transfer functions, halftones and overprint modes are left out (ISO 19005-3, 6.2.5 and 6.2.4.2). */
const KEYS = ['Type', 'LW', 'LC', 'LJ', 'ML', 'D', 'OP', 'op', 'FL', 'SM', 'SA', 'CA', 'ca', 'AIS', 'TK'];
const INTENTS = ['/RelativeColorimetric', '/AbsoluteColorimetric', '/Perceptual', '/Saturation'];
const BLEND_MODES =
  'Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity'.split(
    ' ',
  );

/** Copies a graphics state parameter dictionary (ISO 32000-1, 8.4.5). */
export function copyState(graph: Graph, value: Raw, inherited: PDFDict | undefined): PdfValue | null {
  const { source } = graph;
  return graph.once('state', value, () => {
    const dict = source.dict(value);
    if (!dict) return null;
    const mode = source.list(source.entry(dict, 'BM')).map((name) => source.name(name) ?? '');
    const known = mode.find((name) => BLEND_MODES.includes(name));
    if (known !== undefined && known !== 'Normal' && known !== 'Compatible') graph.isBlended = true;
    const intent = copyPlain(source, source.entry(dict, 'RI'));
    const [font, size] = source.array(source.entry(dict, 'Font')) ?? [];
    return graph.add({
      ...copyEntries(source, dict, KEYS),
      ...(mode.length > 0 && { BM: `/${known ?? 'Normal'}` }),
      ...(typeof intent === 'string' && INTENTS.includes(intent) && { RI: intent }),
      ...(font !== undefined && { Font: [copyFont(graph, font, inherited), copyPlain(source, size) ?? '1'] }),
      ...softMask(graph, source.entry(dict, 'SMask'), inherited),
    });
  });
}

/** Returns true if a graphics state selects a font. */
export const fontOfState = ({ source }: Graph, value: Raw): boolean =>
  source.entry(source.dict(value), 'Font') !== undefined;

function softMask(graph: Graph, value: Raw, inherited: PDFDict | undefined): Record<string, PdfValue> {
  const { source } = graph;
  if (value === undefined) return {};
  const dict = source.dict(value);
  const form = dict && copyForm(graph, source.entry(dict, 'G'), inherited);
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

/**
 * Copies the attributes of a transparency group (ISO 32000-1, 11.6.6), with RGB in place of device CMYK. Returns null without attributes.
 */
export function copyGroup(graph: Graph, value: Raw, resources: PDFDict | undefined): PdfValue | null {
  const { source } = graph;
  const dict = source.dict(value);
  if (!dict || source.name(source.entry(dict, 'S')) !== 'Transparency') return null;
  const space = source.entry(dict, 'CS');
  const spaces = source.dict(source.entry(resources, 'ColorSpace'));
  const isCmyk = source.name(space) === 'DeviceCMYK';
  const made =
    space === undefined || isCmyk ? null : copyColorSpace(graph, space, (name) => source.entry(spaces, name));
  return {
    S: '/Transparency',
    ...(isCmyk ? { CS: '/DeviceRGB' } : made !== null && { CS: made }),
    ...copyEntries(source, dict, ['I', 'K']),
  };
}
