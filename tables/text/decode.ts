import { analyse } from 'chardet';
import { isKnownWord } from '../columns/words.ts';
import { refuse } from '../shared/refuse.ts';
import type { EncodingCandidate, Note, Question } from '../shared/types.ts';
import { decodeAs, ENCODINGS, type Encoding } from './encodings.ts';
import { frequentShare, isPlausible, languagesIn } from './plausible.ts';
import { scanUtf8 } from './utf8.ts';

/** Number of bytes by which encodings are compared, of lines with letters outside ASCII. */
const SAMPLE_BYTES = 50_000;
/** Number of cells among which samples are searched, and of samples. */
const SAMPLE_CELLS = 20_000;
const SAMPLES = 5;
/** Control characters that text files do not contain; only tabs and line ends are allowed. */
const BINARY = /(?![\t-\r\u0085])\p{Cc}/u;
/** Control characters that other programs leave in a text. Values with one are refused by the check of their rows. */
const STRAY = /(?!\P{ASCII}|\s)\p{Cc}/gu;
/** Number of characters for each stray one in a text. */
const PER_STRAY = 50;
/** Share of frequent characters below which a text is in a different encoding of East Asia. */
const FREQUENT = 0.8;

export interface Decoded {
  text: string;
  note: Note;
  question?: Question;
}

/**
 * Decodes a text file. Marks, zero bytes and UTF-8 are proofs. Other encodings are compared by the plausibility of their texts; if more
 * than one remains, the first is used and a question lists all.
 */
export function decode(all: Uint8Array, chosen?: string): Decoded {
  const bytes = withoutEndMark(all);
  const proven = chosen ?? provenEncoding(bytes);
  if (proven) {
    const text = decodeAs(bytes, proven)?.replace(/^\uFEFF/, '');
    if (text === undefined) return refuseBytes(bytes, proven);
    if (isBinary(text)) refuse({ code: 'other_format', format: 'binary' });
    return { text, note: { code: 'encoding', encoding: proven } };
  }
  return compare(bytes);
}

/** A few control characters make no text binary. A zero byte, and those of the second set, which a wrong encoding gives, do. */
function isBinary(text: string): boolean {
  if (!BINARY.test(text)) return false;
  const strays = text.match(STRAY)?.length ?? 0;
  return strays * PER_STRAY > text.length || text.includes('\0') || BINARY.test(text.replace(STRAY, ''));
}

/** CP/M and DOS ended files with 0x1A. */
function withoutEndMark(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0x1a) end -= 1;
  return bytes.subarray(0, end);
}

function provenEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const wide = withoutMark16(bytes);
  if (wide) return wide;
  return scanUtf8(bytes).wrong === 0 ? 'utf-8' : null;
}

/** Recognises UTF-16 without a mark: line ends, delimiters and digits have a zero byte on one side only. */
function withoutMark16(bytes: Uint8Array): string | null {
  const zeros = [0, 0];
  for (let at = 0; at < Math.min(bytes.length, SAMPLE_BYTES); at += 1)
    if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (bytes.length % 2 === 1 || even + odd === 0) return null;
  // Some characters of East Asia have a zero byte on the other side.
  if (odd > 3 * even) return 'utf-16le';
  return even > 3 * odd ? 'utf-16be' : null;
}

function refuseBytes(bytes: Uint8Array, encoding: string): never {
  const { firstWrong } = scanUtf8(bytes);
  if (encoding !== 'utf-8' || firstWrong < 0) return refuse({ code: 'unknown_encoding', line: 1 });
  const before = bytes.subarray(0, firstWrong);
  const text = new TextDecoder().decode(before.subarray(before.lastIndexOf(0x0a) + 1)).slice(-40);
  return refuse({ code: 'wrong_byte', line: lineAt(bytes, firstWrong), before: text });
}

/** Returns the number of the line at an offset. Line ends are LF, CR LF or CR. */
function lineAt(bytes: Uint8Array, offset: number): number {
  let line = 1;
  for (let at = 0; at < offset; at += 1)
    if (bytes[at] === 0x0a || (bytes[at] === 0x0d && bytes[at + 1] !== 0x0a)) line += 1;
  return line;
}

interface Candidate {
  encoding: string;
  text: string;
  confidence: number;
  /** Number of languages whose letters the text has. */
  languages: number;
}

function compare(bytes: Uint8Array): Decoded {
  if (bytes.subarray(0, SAMPLE_BYTES).includes(0)) refuse({ code: 'other_format', format: 'binary' });
  const plausible = candidatesOf(bytes, true);
  const { sequences, wrong } = scanUtf8(bytes);
  // Well-formed sequences are rare in other encodings, unless these have several bytes themselves.
  if (sequences > 0 && sequences >= (plausible.length > 0 ? 2 * wrong : wrong)) return refuseBytes(bytes, 'utf-8');
  const candidates = plausible.length > 0 ? plausible : candidatesOf(bytes, false);
  const [best] = candidates;
  if (!best) return refuse({ code: 'unknown_encoding', line: lineAt(bytes, scanUtf8(bytes).firstWrong) });
  const note: Note = { code: 'encoding', encoding: best.encoding };
  const isDecided = plausible.length > 0 && isClear(candidates);
  return isDecided
    ? { text: best.text, note }
    : { text: best.text, note, question: { code: 'encoding', candidates: withSamples(candidates) } };
}

/** Returns the encodings of different texts, the most likely first. */
function candidatesOf(bytes: Uint8Array, isStrict: boolean): Candidate[] {
  const found = new Map<string, Candidate>();
  const sample = linesOutsideAscii(bytes);
  const confidences = new Map(analyse(sample).map(({ name, confidence }) => [labelOf(name), confidence]));
  for (const encoding of ENCODINGS) {
    if (isStrict && (frequentShare(sample, encoding) < FREQUENT || !isPlausibleIn(sample, encoding))) continue;
    const text = decodeAs(bytes, encoding.name);
    if (text === null || BINARY.test(text)) continue;
    const confidence = confidences.get(encoding.name) ?? 0;
    const earlier = found.get(text);
    if (earlier) earlier.confidence = Math.max(earlier.confidence, confidence);
    else found.set(text, { encoding: encoding.name, text, confidence, languages: languagesIn(text, encoding) });
  }
  const known = ({ text }: Candidate) => knownWords(text);
  return [...found.values()].sort(
    (one, other) => known(other) - known(one) || one.languages - other.languages || other.confidence - one.confidence,
  );
}

function isPlausibleIn(sample: Uint8Array, encoding: Encoding): boolean {
  const text = decodeAs(sample, encoding.name);
  return text !== null && isPlausible(text, encoding);
}

/** Returns the first lines with bytes outside ASCII. No encoding has line ends inside a character. */
function linesOutsideAscii(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(Math.min(bytes.length, SAMPLE_BYTES));
  let length = 0;
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(0x0a, from);
    const line = bytes.subarray(from, end < 0 ? bytes.length : end + 1);
    from += line.length;
    if (line.every((byte) => byte < 0x80)) continue;
    if (length + line.length > sample.length) break;
    sample.set(line, length);
    length += line.length;
  }
  return length > 0 ? sample.subarray(0, length) : bytes.subarray(0, SAMPLE_BYTES);
}

/** ISO 8859 is the part of a Windows code page that chardet reports if no byte from 0x80 to 0x9F occurs. */
const labelOf = (name: string): string =>
  ({
    'ISO-8859-1': 'windows-1252',
    'ISO-8859-2': 'windows-1250',
    'ISO-8859-7': 'windows-1253',
    'ISO-8859-8': 'windows-1255',
    'ISO-8859-9': 'windows-1254',
  })[name] ?? name.toLowerCase();

/** Number of languages that a text cannot mix if another reading of its bytes has the letters of one. */
const TOO_MANY_LANGUAGES = 3;
/** Confidence of chardet that decides between encodings of several bytes. Between those of one byte, names are too short for it. */
const CONFIDENT = 50;

/**
 * Returns whether only the first candidate is left: no other one is plausible, or has known names of columns, or the letters of few
 * languages.
 */
function isClear([best, ...others]: Candidate[]): boolean {
  if (!best || others.length === 0) return true;
  if (knownWords(best.text) > 0) return others.every(({ text }) => knownWords(text) === 0);
  if (best.languages === 1) return others.every(({ languages }) => languages >= TOO_MANY_LANGUAGES);
  const isWide = [best, ...others].every(({ languages }) => languages === 0);
  return isWide && best.confidence >= CONFIDENT && others.every(({ confidence }) => 2 * confidence < best.confidence);
}

/** Counts the known names of columns with letters outside ASCII in the first lines. */
function knownWords(text: string): number {
  const words = text.slice(0, 2000).split(/[\r\n,;\t|"]+/, 100);
  return words.filter((word) => /\P{ASCII}/u.test(word) && isKnownWord(word)).length;
}

/** Adds the first cells that differ between the candidates. */
function withSamples(candidates: readonly Candidate[]): EncodingCandidate[] {
  const cells = candidates.map(({ text }) => text.split(/[\r\n,;\t|"]+/, SAMPLE_CELLS));
  const differing = [...(cells[0]?.keys() ?? [])].filter((at) => new Set(cells.map((list) => list[at])).size > 1);
  return candidates.map(({ encoding }, index) => ({
    encoding,
    samples: differing.slice(0, SAMPLES).map((at) => (cells[index]?.[at] ?? '').trim().slice(0, 60)),
  }));
}
