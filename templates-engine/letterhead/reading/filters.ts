import { constants, inflateSync } from 'node:zlib';
import type { PDFDict, PDFRawStream } from 'pdf-lib';
import { broken, refused, tooLong } from './fault.ts';
import { lzw } from './lzw.ts';
import { undoPredictor } from './predictor.ts';
import type { Source } from './source.ts';
import { ascii85, asciiHex, runLength } from './text-filters.ts';

/** Filters that encode pictures. Their data is kept encoded. */
const OF_PICTURES: readonly string[] = ['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode'];

/** Abbreviations in inline images (ISO 32000-1, table 94). */
const ABBREVIATED: Record<string, string> = {
  AHx: 'ASCIIHexDecode',
  A85: 'ASCII85Decode',
  LZW: 'LZWDecode',
  Fl: 'FlateDecode',
  RL: 'RunLengthDecode',
  CCF: 'CCITTFaxDecode',
  DCT: 'DCTDecode',
};

export interface Decoded {
  data: Uint8Array;
  /** Picture filter that still applies to the data, with its parameters; null for plain bytes. */
  filter: { name: string; parameters: PDFDict | undefined } | null;
}

/** Returns the filters of a stream or inline image in decoding order. */
export function filtersOf(source: Source, dict: PDFDict): { name: string; parameters: PDFDict | undefined }[] {
  const entry = (key: string, short: string) => source.entry(dict, key) ?? source.entry(dict, short);
  const parameters = source.list(entry('DecodeParms', 'DP'));
  return source.list(entry('Filter', 'F')).map((value, index) => {
    const name = source.name(value) ?? '';
    return { name: ABBREVIATED[name] ?? name, parameters: source.dict(parameters[index]) };
  });
}

/** Decodes the data of a stream up to a picture filter, or to at most `limit` plain bytes. */
export function decode(
  source: Source,
  { dict, contents }: Pick<PDFRawStream, 'dict' | 'contents'>,
  limit: number,
): Decoded {
  const filters = filtersOf(source, dict);
  if (filters.length > 8) throw broken('a stream has more than 8 filters');
  let data = contents;
  for (const [index, filter] of filters.entries()) {
    if (OF_PICTURES.includes(filter.name)) {
      if (index < filters.length - 1) throw broken(`the filter ${filter.name} is not the last of its stream`);
      return { data, filter };
    }
    data = undo(source, filter.name, filter.parameters, data, limit);
  }
  return { data, filter: null };
}

/** Decodes the data of a stream that must not be a picture. */
export function decodeBytes(
  source: Source,
  stream: Pick<PDFRawStream, 'dict' | 'contents'>,
  limit: number,
): Uint8Array {
  const { data, filter } = decode(source, stream, limit);
  if (filter) throw broken(`a stream other than a picture has the filter ${filter.name}`);
  return data;
}

function undo(
  source: Source,
  name: string,
  parameters: PDFDict | undefined,
  data: Uint8Array,
  limit: number,
): Uint8Array {
  const parameter = (key: string) => source.number(source.entry(parameters, key));
  const predicted = (bytes: Uint8Array) => undoPredictor(bytes, parameter);
  switch (name) {
    case 'FlateDecode':
      return predicted(inflate(data, limit));
    case 'LZWDecode':
      return predicted(lzw(data, parameter('EarlyChange') ?? 1, limit));
    case 'ASCIIHexDecode':
      return asciiHex(data);
    case 'ASCII85Decode':
      return ascii85(data);
    case 'RunLengthDecode':
      return runLength(data, limit);
    case 'Crypt':
      throw refused('pdf_protected');
    default:
      throw broken(`a stream has the unknown filter ${name.slice(0, 40) || '(no name)'}`);
  }
}

/** Decompresses zlib data. As in viewers, the end of the data can be damaged. */
function inflate(data: Uint8Array, limit: number): Uint8Array {
  try {
    return inflateSync(data, { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLong(limit);
    throw broken('a compressed stream is damaged');
  }
}
