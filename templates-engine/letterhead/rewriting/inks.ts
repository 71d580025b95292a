import type { PDFDict } from 'pdf-lib';
import type { PdfValue } from '../../graphics/pdf-objects.ts';
import { broken, refused } from '../reading/fault.ts';
import { colorantName, numbersOf } from '../reading/generic.ts';
import type { Graph, Separation } from '../reading/graph.ts';
import type { Raw } from '../reading/source.ts';
import { cmykToRgb } from './cmyk.ts';
import { toEvaluate } from './evaluate.ts';
import { copyFunction, type Evaluate } from './functions.ts';

interface Inks {
  names: readonly Raw[];
  alternate: Raw;
  tint: Raw;
  attributes: PDFDict | undefined;
  /** Set if the alternate space is device CMYK. */
  isCmyk: boolean;
}

/** Maximum number of inks of a DeviceN space (ISO 19005-3, 6.1.13). */
const MAX_INKS = 32;
/** Samples per axis by number of inks. The total is at most 7,776. */
const SAMPLES: readonly number[] = [0, 256, 33, 17, 9, 6, 4, 3, 3];
const PROCESS: readonly string[] = ['/Cyan', '/Magenta', '/Yellow', '/Black', '/None'];

/**
 * Copies spot colours (ISO 32000-1, 8.6.6.4 and 8.6.6.5). An alternate space of device CMYK becomes RGB, with a sampled function. Each spot
 * colour of a DeviceN space gets its own entry (ISO 19005-3, 6.2.4.4.1). `copySpace` copies the colour spaces that it refers to.
 */
export function copyInks(
  graph: Graph,
  { names, alternate, tint, attributes, isCmyk }: Inks,
  copySpace: (space: Raw) => PdfValue,
): PdfValue {
  const { source } = graph;
  const inks = names.map((name) => colorantName(`/${source.name(name) ?? ''}`));
  if (inks.length > MAX_INKS) throw refused('pdf_too_complex', { resource: 'inks in a colour', most: MAX_INKS });
  if (inks.length === 0 || inks.includes('/')) throw broken('a colour space names no inks');
  const space = isCmyk ? '/DeviceRGB' : copySpace(alternate);
  const shown = isCmyk ? addSampled(graph, inks.length, inRgb(toEvaluate(source, tint))) : copyFunction(graph, tint);
  if (attributes === undefined && inks.length === 1) return addSeparation(graph, inks[0] ?? '', [space, shown]).value;
  const isProcess = inks.every((ink) => PROCESS.includes(ink));
  if (isProcess) return ['/DeviceN', inks, space, shown];
  const evaluate = isCmyk ? inRgb(toEvaluate(source, tint)) : toEvaluate(source, tint);
  const separations = inks.map((ink, index): { name: string; value: PdfValue | null } => {
    // Process colours need no space of their own.
    if (PROCESS.includes(ink)) return { name: ink, value: null };
    const known = source.entry(source.dict(source.entry(attributes, 'Colorants')), source.name(names[index]) ?? '');
    const copy = known ? copySpace(known) : undefined;
    if (isSeparation(copy)) return { name: copy[1], value: copy };
    const alone = (inputs: readonly number[]) => evaluate(inks.map((_, at) => (at === index ? (inputs[0] ?? 0) : 0)));
    return addSeparation(graph, ink, [space, addSampled(graph, 1, alone)]);
  });
  const colorants = separations.flatMap(({ name, value }) => (value === null ? [] : [[name.slice(1), value] as const]));
  const shownNames = separations.map(({ name }) => name);
  return ['/DeviceN', shownNames, space, shown, { Colorants: Object.fromEntries(colorants) }];
}

const isSeparation = (value: PdfValue | undefined): value is readonly ['/Separation', string, ...PdfValue[]] =>
  Array.isArray(value) && value[0] === '/Separation';

/** Names for all inks and none. */
const RESERVED: readonly string[] = ['/All', '/None'];

/**
 * Returns the space of a spot colour. All spaces of one name in a file must be equal (ISO 19005-3, 6.2.4.4.2), so a different one gets
 * another name.
 */
function addSeparation(graph: Graph, ink: string, [space, tint]: readonly [PdfValue, PdfValue]): Separation {
  const { separations } = graph;
  const ofInk = separations.byInk.get(ink) ?? new Map<string, Separation>();
  separations.byInk.set(ink, ofInk);
  // Names with a meaning of their own stay.
  const definition = RESERVED.includes(ink) ? '' : graph.textOf([space, tint]);
  const known = ofInk.get(definition);
  if (known) return known;
  let number = ofInk.size + 1;
  const nameAt = () => (number === 1 ? ink : `${ink}-${number}`);
  while (separations.names.has(nameAt())) number++;
  const made = { name: nameAt(), value: ['/Separation', nameAt(), space, tint] };
  separations.names.add(made.name);
  ofInk.set(definition, made);
  return made;
}

const inRgb =
  (evaluate: Evaluate): Evaluate =>
  (inputs) =>
    cmykToRgb(evaluate(inputs));

/** Adds a function with samples of 8 bits and outputs from 0 to 1. */
function addSampled(graph: Graph, inputs: number, evaluate: Evaluate): number {
  const count = SAMPLES[inputs];
  if (count === undefined) throw refused('pdf_too_complex', { resource: 'inks in a colour', most: 8 });
  const samples: number[] = [];
  let outputs = 0;
  for (let index = 0; index < count ** inputs; index++) {
    const point = Array.from(
      { length: inputs },
      (_, axis) => (Math.floor(index / count ** axis) % count) / (count - 1),
    );
    const values = evaluate(point);
    outputs = values.length;
    for (const value of values) samples.push(Math.round(Math.max(0, Math.min(1, value)) * 255));
  }
  const unit = (times: number) => numbersOf(Array.from({ length: times * 2 }, (_, index) => index % 2));
  const size = numbersOf(new Array<number>(inputs).fill(count));
  const entries = { FunctionType: '0', Domain: unit(inputs), Range: unit(outputs), Size: size, BitsPerSample: '8' };
  return graph.addCompressed(entries, Uint8Array.from(samples));
}
