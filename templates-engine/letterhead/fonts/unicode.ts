import type { PDFDict } from 'pdf-lib';
import { decodeBytes } from '../reading/filters.ts';
import type { Graph } from '../reading/graph.ts';
import type { Source } from '../reading/source.ts';
import { characterNamed } from './glyph-names.ts';

const MAX_MAP = 2_000_000;
const MAX_CODES = 65_536;
/** Start of a private use plane, for glyphs whose characters are unknown. */
const PRIVATE = 0xf0000;

/** Characters by code. */
export type Characters = ReadonlyMap<number, string>;

/**
 * Returns the known characters of a font's codes: by ToUnicode, else by the names of the glyphs. Characters that PDF/UA forbids are left
 * out (ISO 14289-1, 7.21.7).
 */
export function charactersOf({ source }: Graph, font: PDFDict, isComposite: boolean): Characters {
  const characters = isComposite ? new Map<number, string>() : charactersByName(source, font);
  const stream = source.stream(source.entry(font, 'ToUnicode'));
  if (stream) {
    const text = Buffer.from(decodeBytes(source, stream, MAX_MAP)).toString('latin1');
    for (const [code, character] of readMap(text)) if (isAllowed(character)) characters.set(code, character);
  }
  return characters;
}

/** Adds private characters for the codes without characters. */
export function withPrivate(characters: Characters, codes: readonly number[]): Characters {
  return new Map(codes.map((code) => [code, characters.get(code) ?? String.fromCodePoint(PRIVATE + code)]));
}

/** Rejects characters that PDF/UA forbids, lone surrogates, and an empty text. */
const isAllowed = (text: string): boolean => text !== '' && !/[\0\uFEFF\uFFFE]|\p{Surrogate}/u.test(text);

function readMap(text: string): Map<number, string> {
  const map = new Map<number, string>();
  for (const [, kind, inner = ''] of text.matchAll(/beginbf(char|range)(.*?)endbf\1/gs)) {
    const tokens = inner.match(/<[^<>]*>|\[[^\]]*\]/g) ?? [];
    const size = kind === 'char' ? 2 : 3;
    for (let at = 0; at + size <= tokens.length && map.size < MAX_CODES; at += size) {
      const [first = '', last = '', target = last] = tokens.slice(at, at + size);
      if (kind === 'char') map.set(codeOf(first), textOf(last));
      else setRange(map, codeOf(first), codeOf(last), target);
    }
  }
  return map;
}

function setRange(map: Map<number, string>, from: number, to: number, target: string): void {
  const list = target.startsWith('[') ? (target.match(/<[^<>]*>/g) ?? []) : null;
  const start = list ? '' : textOf(target);
  for (let code = from; code <= to && map.size < MAX_CODES; code++) {
    const next = list ? textOf(list[code - from] ?? '') : after(start, code - from);
    map.set(code, next);
  }
}

/** Returns a text whose last UTF-16 unit is higher by `count`. */
const after = (text: string, count: number): string =>
  text.slice(0, -1) + String.fromCharCode((text.charCodeAt(text.length - 1) || 0) + count);

const bytesIn = (token: string): Buffer => Buffer.from(token.replaceAll(/[^0-9a-f]/gi, ''), 'hex');
const codeOf = (token: string): number => bytesIn(token).reduce((value, byte) => value * 256 + byte, 0);

function textOf(token: string): string {
  const bytes = bytesIn(token);
  if (bytes.length === 1) return String.fromCharCode(bytes[0] ?? 0);
  return bytes.length % 2 === 0 ? bytes.swap16().toString('utf16le') : '';
}

/** Decoders of the base encodings that are also character sets. */
const BASES: Record<string, string> = { WinAnsiEncoding: 'windows-1252', MacRomanEncoding: 'macintosh' };

function charactersByName(source: Source, font: PDFDict): Map<number, string> {
  const characters = new Map<number, string>();
  const encoding = source.entry(font, 'Encoding');
  const base = source.name(encoding) ?? source.name(source.entry(source.dict(encoding), 'BaseEncoding')) ?? '';
  const label = BASES[base];
  if (label !== undefined) {
    const text = new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, code) => code));
    for (const [code, character] of [...text].entries())
      if (/\P{Control}/u.test(character)) characters.set(code, character);
  }
  for (const [code, name] of namesOf(source, font)) {
    const character = characterNamed(name);
    if (character === null) characters.delete(code);
    else characters.set(code, character);
  }
  return characters;
}

/** Returns the glyph names of a font's codes, of those in `known`: by the differences of its encoding, else by the base encoding. */
export function glyphNamesOf(source: Source, font: PDFDict, known: readonly string[]): Map<number, string> {
  const byCharacter = new Map(known.map((name) => [characterNamed(name), name]));
  const names = new Map<number, string>();
  for (const [code, character] of charactersByName(source, font)) {
    const name = byCharacter.get(character);
    if (name !== undefined) names.set(code, name);
  }
  return new Map([...names, ...namesOf(source, font)]);
}

/** Returns the names of glyphs in the differences of an encoding, by code. */
function namesOf(source: Source, font: PDFDict): Map<number, string> {
  const names = new Map<number, string>();
  let code = 0;
  for (const item of source.list(source.entry(source.dict(source.entry(font, 'Encoding')), 'Differences'))) {
    const name = source.name(item);
    if (name === undefined) code = source.number(item) ?? code;
    else if (code < 256) names.set(code++, name);
  }
  return names;
}

/** Returns a ToUnicode map of codes with `bytes` bytes. */
export function unicodeMap(characters: Characters, bytes: 1 | 2): Uint8Array {
  const hex = (value: number) =>
    `<${value
      .toString(16)
      .toUpperCase()
      .padStart(bytes * 2, '0')}>`;
  const utf16 = (text: string) => `<${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;
  const rows = [...characters].sort(([a], [b]) => a - b).map(([code, text]) => `${hex(code)} ${utf16(text)}`);
  const blocks: string[] = [];
  for (let at = 0; at < rows.length; at += 100) {
    const block = rows.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  const text = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange
${hex(0)} ${hex(256 ** bytes - 1)}
endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`;
  return Buffer.from(text, 'latin1');
}
