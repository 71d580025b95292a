import { decodeBytes } from '../reading/filters.ts';
import type { Raw, Source } from '../reading/source.ts';

/** Code in a shown string. Word spacing applies to the code 32 of one byte. */
export interface Code {
  value: number;
  bytes: number;
}

/** Splits shown strings into codes. */
type SplitCodes = (shown: Uint8Array) => Code[];

export interface CodeMap {
  split: SplitCodes;
  isVertical: boolean;
  /** Set if a code of two bytes is the CID itself. */
  isIdentity: boolean;
  /** Returns the CID of a code of more than two bytes in an embedded CMap, which PDFium does not find; null for any other code. */
  longCid(code: number): number | null;
}

const MAX_MAP = 2_000_000;
/** Largest code of two bytes. */
const LONGEST_SHORT = 0xffff;

/** Returns how an encoding of composite fonts reads strings (ISO 32000-1, 9.7.5). */
export function codeMapOf(source: Source, encoding: Raw): CodeMap {
  const name = source.name(encoding);
  const stream = source.stream(encoding);
  if (!stream) {
    const isIdentity = name === undefined || name === 'Identity-H' || name === 'Identity-V';
    return { split: splitBy(lengthIn(name ?? '')), isVertical: /(^|-)V$/.test(name ?? ''), isIdentity, longCid: noCid };
  }
  const text = Buffer.from(decodeBytes(source, stream, MAX_MAP)).toString('latin1');
  const isVertical = (source.number(source.entry(stream.dict, 'WMode')) ?? Number(/\/WMode\s+1\b/.test(text))) === 1;
  return { split: splitBy(lengthAmong(text)), isVertical, isIdentity: false, longCid: longCids(text) };
}

const noCid = () => null;

/** Map of the fonts whose codes have one byte. */
export const ONE_BYTE: CodeMap = {
  split: (shown) => [...shown].map((value) => ({ value, bytes: 1 })),
  isVertical: false,
  isIdentity: false,
  longCid: noCid,
};

/** Reads the CIDs of the codes over two bytes. Ranges that come later count. */
function longCids(text: string): CodeMap['longCid'] {
  const ranges: [from: number, to: number, cid: number][] = [];
  for (const [, , inner = ''] of text.matchAll(/begincid(char|range)(.*?)endcid\1/gs)) {
    for (const [, from = '', to = from, cid] of inner.matchAll(/<([0-9a-f\s]+)>\s*(?:<([0-9a-f\s]+)>\s*)?(\d+)/gi)) {
      const [first = 0, last = 0] = [from, to].map((digits) => Number.parseInt(digits.replaceAll(/\s/g, ''), 16));
      if (last > LONGEST_SHORT) ranges.push([first, last, Number(cid)]);
    }
  }
  return (code) => {
    const [first, , cid] = ranges.findLast(([from, to]) => code >= from && code <= to) ?? [];
    return code > LONGEST_SHORT && first !== undefined && cid !== undefined ? cid + code - first : null;
  };
}

/** Returns the number of bytes of the code that starts at a position. */
type LengthAt = (shown: Uint8Array, at: number) => number;

function splitBy(lengthAt: LengthAt): SplitCodes {
  return (shown) => {
    const codes: Code[] = [];
    for (let at = 0; at < shown.length; ) {
      const bytes = Math.min(lengthAt(shown, at), shown.length - at);
      codes.push({ value: shown.subarray(at, at + bytes).reduce((value, byte) => value * 256 + byte, 0), bytes });
      at += bytes;
    }
    return codes;
  };
}

/** Numbers of bytes of codes by their first two bytes, by predefined CMap. */
const LENGTHS: readonly [name: RegExp, length: (first: number, second: number) => number][] = [
  [/RKSJ/, (first) => ((first >= 0x81 && first <= 0x9f) || (first >= 0xe0 && first <= 0xfc) ? 2 : 1)],
  [/GBK2K/, (first, second) => (isHigh(first) ? (second >= 0x30 && second <= 0x39 ? 4 : 2) : 1)],
  [/GBK|GBpc|B5|HKscs|UHC|Johab/, (first) => (isHigh(first) ? 2 : 1)],
  [/CNS-EUC/, (first) => (first === 0x8e ? 4 : first >= 0xa1 && first <= 0xfe ? 2 : 1)],
  [/EUC/, (first) => ((first >= 0xa1 && first <= 0xfe) || first === 0x8e ? 2 : 1)],
  [/UTF16/, (first) => (first >> 2 === 0x36 ? 4 : 2)],
];
const isHigh = (byte: number): boolean => byte >= 0x81 && byte <= 0xfe;

/** Returns the lengths in a predefined CMap (ISO 32000-1, table 118). */
function lengthIn(name: string): LengthAt {
  const length = LENGTHS.find(([pattern]) => pattern.test(name))?.[1] ?? (() => 2);
  return (shown, at) => length(shown[at] ?? 0, shown[at + 1] ?? 0);
}

/** Returns the lengths in the code space of an embedded CMap. */
function lengthAmong(text: string): LengthAt {
  const sections = [...text.matchAll(/begincodespacerange(.*?)endcodespacerange/gs)].map(([, inner]) => inner ?? '');
  const ranges = [...sections.join(' ').matchAll(/<\s*([0-9a-f\s]+)>\s*<\s*([0-9a-f\s]+)>/gi)].map(([, from, to]) =>
    [from, to].map((digits) => Buffer.from(digits?.replaceAll(/\s/g, '') ?? '', 'hex')),
  );
  if (ranges.length === 0) return () => 2;
  const lengths = ranges.map(([from]) => from?.length ?? 2).filter((length) => length >= 1 && length <= 4);
  const shortest = Math.min(...lengths, 4);
  const within = (shown: Uint8Array, at: number, [from, to]: Buffer[]) =>
    from?.every((low, index) => {
      const byte = shown[at + index] ?? -1;
      return byte >= low && byte <= (to?.[index] ?? 0);
    });
  return (shown, at) => {
    const found = ranges.find((range) => within(shown, at, range));
    return found?.[0]?.length || shortest;
  };
}
