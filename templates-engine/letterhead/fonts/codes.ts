import { decodeBytes } from '../reading/filters.ts';
import type { Raw, Source } from '../reading/source.ts';

/** Code in a shown string. Word spacing applies to the code 32 of one byte. */
export interface Code {
  value: number;
  bytes: number;
}

/** Splits shown strings into codes. */
export type SplitCodes = (shown: Uint8Array) => Code[];

export interface CodeMap {
  split: SplitCodes;
  isVertical: boolean;
  /** Set if a code of two bytes is the CID itself. */
  isIdentity: boolean;
}

const MAX_MAP = 2_000_000;

/** Returns how an encoding of composite fonts reads strings (ISO 32000-1, 9.7.5). */
export function codeMapOf(source: Source, encoding: Raw): CodeMap {
  const name = source.name(encoding);
  const stream = source.stream(encoding);
  if (!stream) {
    const isIdentity = name === undefined || name === 'Identity-H' || name === 'Identity-V';
    return { split: splitBy(lengthIn(name ?? '')), isVertical: /(^|-)V$/.test(name ?? ''), isIdentity };
  }
  const text = Buffer.from(decodeBytes(source, stream, MAX_MAP)).toString('latin1');
  const isVertical = (source.number(source.entry(stream.dict, 'WMode')) ?? Number(/\/WMode\s+1\b/.test(text))) === 1;
  return { split: splitBy(lengthAmong(text)), isVertical, isIdentity: false };
}

export const splitBytes: SplitCodes = (shown) => [...shown].map((value) => ({ value, bytes: 1 }));

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

/** First bytes of codes with two bytes, by predefined CMap. */
const LEADS: readonly [name: RegExp, isLead: (byte: number) => boolean][] = [
  [/RKSJ/, (byte) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc)],
  [/GBK|GBpc|B5|HKscs|UHC|Johab/, (byte) => byte >= 0x81 && byte <= 0xfe],
  [/EUC/, (byte) => (byte >= 0xa1 && byte <= 0xfe) || byte === 0x8e],
];

/** Returns the lengths in a predefined CMap (ISO 32000-1, table 118). */
function lengthIn(name: string): LengthAt {
  const isLead = LEADS.find(([pattern]) => pattern.test(name))?.[1];
  if (isLead) return (shown, at) => (isLead(shown[at] ?? 0) ? 2 : 1);
  return name.includes('UTF16') ? (shown, at) => ((shown[at] ?? 0) >> 2 === 0x36 ? 4 : 2) : () => 2;
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
