import { deflateSync, inflateSync } from 'node:zlib';
import type { PDFDict } from 'pdf-lib';
import { jpegFrame, withoutJpegMetadata } from '../../graphics/jpeg.ts';
import type { PdfValue } from '../../graphics/pdf-objects.ts';
import { broken, refused } from '../reading/fault.ts';
import { type Decoded, decode, filtersOf } from '../reading/filters.ts';
import { copyEntries, copyPlain, copyStream } from '../reading/generic.ts';
import type { Graph } from '../reading/graph.ts';
import type { Raw } from '../reading/source.ts';
import { copyColorSpace, type FindSpace } from './color-spaces.ts';
import { jpeg2000Fault, withOneColor } from './picture-headers.ts';

const MAX_SIDE = 20_000;
const INTENTS = ['/RelativeColorimetric', '/AbsoluteColorimetric', '/Perceptual', '/Saturation'];
const MAX_GLOBALS = 4_000_000;

/** Changes to encoded pictures, by filter, which keep their pixels. */
const REPAIRS: Readonly<Record<string, (data: Uint8Array) => Uint8Array>> = {
  DCTDecode: withoutJpegMetadata,
  JPXDecode: withOneColor,
};

/** Dictionary and data of a picture in the source. */
export interface Picture {
  dict: PDFDict;
  contents: Uint8Array;
}

interface Shape {
  width: number;
  height: number;
  bits: number;
  isMask: boolean;
}

/**
 * Copies a picture (ISO 32000-1, 8.9.5) without features that PDF/A forbids (ISO 19005-3, 6.2.8): interpolation, alternates, LZW. Keeps the
 * encoded data unchanged if possible.
 */
export function copyImage(graph: Graph, { dict, contents }: Picture, find: FindSpace, depth = 0): number {
  const { source } = graph;
  if (depth > 2) throw broken('masks are nested too deeply');
  const shape = shapeOf(graph, dict);
  graph.spend('pixels', shape.width * shape.height);
  const isPlainFlate =
    filtersOf(source, dict)
      .map(({ name }) => name)
      .join() === 'FlateDecode';
  const space = source.entry(dict, 'ColorSpace');
  // At most 32 components of 16 bits each. Predictors add one byte per row.
  const limit = shape.width * shape.height * 64 + shape.height + 1024;
  const read = decode(source, { dict, contents }, Math.min(limit, graph.remaining('bytes')));
  const repair = REPAIRS[read.filter?.name ?? ''];
  const decoded = repair ? { ...read, data: repair(read.data) } : read;
  graph.spend('bytes', decoded.data.length);
  const entries: Record<string, PdfValue> = {
    Type: '/XObject',
    Subtype: '/Image',
    Width: String(shape.width),
    Height: String(shape.height),
    ...(shape.isMask ? { ImageMask: 'true' } : { BitsPerComponent: String(shape.bits) }),
    ...(space !== undefined && !shape.isMask && { ColorSpace: copyColorSpace(graph, space, find) }),
    ...copyEntries(source, dict, ['Decode', 'SMaskInData', 'Matte']),
    ...intentOf(graph, dict),
    ...masksOf(graph, dict, find, depth),
  };
  if (decoded.filter) return graph.add({ ...entries, ...pictureFilter(graph, shape, decoded, dict) }, decoded.data);
  if (!isPlainFlate || !isSound(contents))
    return graph.add({ ...entries, Filter: '/FlateDecode' }, deflateSync(decoded.data));
  const parameters = source.dict(source.list(source.entry(dict, 'DecodeParms'))[0]);
  const kept = copyEntries(source, parameters, ['Predictor', 'Colors', 'BitsPerComponent', 'Columns']);
  return graph.add(
    { ...entries, Filter: '/FlateDecode', ...(Object.keys(kept).length > 0 && { DecodeParms: kept }) },
    contents,
  );
}

function shapeOf({ source }: Graph, dict: PDFDict): Shape {
  const number = (key: string) => source.number(source.entry(dict, key));
  const [width = 0, height = 0] = [number('Width'), number('Height')].map((side) => Math.trunc(side ?? 0));
  if (width < 1 || height < 1) throw broken('a picture has no size');
  if (width > MAX_SIDE || height > MAX_SIDE)
    throw refused('pdf_too_complex', { resource: 'pixels on a side of a picture', most: MAX_SIDE });
  const bits = number('BitsPerComponent') ?? 8;
  if (![1, 2, 4, 8, 16].includes(bits)) throw broken('a picture has an invalid number of bits');
  return { width, height, bits, isMask: source.boolean(source.entry(dict, 'ImageMask')) ?? false };
}

function intentOf({ source }: Graph, dict: PDFDict): Record<string, PdfValue> {
  const intent = copyPlain(source, source.entry(dict, 'Intent'));
  return typeof intent === 'string' && INTENTS.includes(intent) ? { Intent: intent } : {};
}

/** Copies a soft mask, a mask or a colour key mask. */
function masksOf(graph: Graph, dict: PDFDict, find: FindSpace, depth: number): Record<string, PdfValue> {
  const { source } = graph;
  const masks: Record<string, PdfValue> = {};
  for (const key of ['SMask', 'Mask']) {
    const entry: Raw = source.entry(dict, key);
    const stream = source.stream(entry);
    if (stream) masks[key] = graph.once('mask', entry, () => copyImage(graph, stream, find, depth + 1));
    else if (key === 'Mask' && source.numbers(entry)) masks[key] = copyPlain(source, entry) ?? 'null';
  }
  return masks;
}

/** Returns the filter of a picture that uses a codec other than zlib. Rejects a picture whose own header declares more pixels. */
function pictureFilter(graph: Graph, shape: Shape, { data, filter }: Decoded, dict: PDFDict): Record<string, PdfValue> {
  const { source } = graph;
  const name = filter?.name ?? '';
  const parameters = filter?.parameters;
  const keys = ['ColorTransform', 'K', 'EndOfLine', 'EncodedByteAlign', 'Columns', 'Rows', 'EndOfBlock', 'BlackIs1'];
  const kept = copyEntries(source, parameters, [...keys, 'DamagedRowsBeforeError']);
  if (name === 'DCTDecode') {
    const frame = jpegFrame(data);
    if (!frame) throw broken('a JPEG is damaged');
    if (!frame.isCommon) throw refused('pdf_picture_refused', { fault: 'a lossless or arithmetic JPEG' });
    if (frame.width * frame.height > shape.width * shape.height * 2) throw broken('a JPEG is larger than declared');
  }
  if (name === 'JPXDecode') {
    const fault = jpeg2000Fault(data, shape, source.entry(dict, 'ColorSpace') !== undefined);
    if (fault) throw refused('pdf_picture_refused', { fault: `a JPEG 2000 ${fault}` });
  }
  const globals = source.entry(parameters, 'JBIG2Globals');
  const shared = globals === undefined ? null : copyStream(graph, 'globals', globals, [], MAX_GLOBALS);
  const all = { ...kept, ...(shared !== null && { JBIG2Globals: shared }) };
  return { Filter: `/${name}`, ...(Object.keys(all).length > 0 && { DecodeParms: all }) };
}

/** Returns true if strict zlib decompression succeeds. */
function isSound(data: Uint8Array): boolean {
  try {
    inflateSync(data);
    return true;
  } catch {
    return false;
  }
}
