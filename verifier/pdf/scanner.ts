import { latin1 } from '../bytes.ts';
import { readHexString, readLiteralString } from './strings.ts';
import { damaged, isDictionary, type PdfDictionary, type PdfValue } from './values.ts';

const DEEPEST = 32;
const WHITE = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const DELIMITERS = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)));
const LONGEST_TOKEN = 1000;

/** Reads objects of a PDF from a position (ISO 32000-1, 7.3). Throws Refusal `pdfDamaged` for malformed ones. */
export class Scanner {
  readonly file: Uint8Array;
  at: number;

  constructor(file: Uint8Array, at: number) {
    this.file = file;
    this.at = at;
  }

  value(depth = 0): PdfValue {
    if (depth > DEEPEST) throw damaged();
    this.skipWhite();
    switch (this.character()) {
      case '/':
        return this.#name();
      case '(':
        return this.#string(readLiteralString);
      case '<':
        return this.character(1) === '<' ? this.#dictionary(depth) : this.#string(readHexString);
      case '[':
        return this.#array(depth);
      default:
        return this.#keywordOrNumber();
    }
  }

  /** Moves past the word. Throws Refusal if it is not there. */
  expect(word: string): void {
    this.skipWhite();
    if (!this.sees(word)) throw damaged();
    this.at += word.length;
  }

  sees(word: string): boolean {
    return latin1(this.file, this.at, this.at + word.length) === word;
  }

  /** Reads a non-negative integer. */
  integer(): number {
    this.skipWhite();
    const token = this.#token();
    if (!/^\d{1,10}$/.test(token)) throw damaged();
    return Number(token);
  }

  skipWhite(): void {
    for (; this.at < this.file.length; this.at++) {
      if (this.character() === '%') while (this.at < this.file.length && !/[\r\n]/.test(this.character())) this.at++;
      if (!WHITE.has(this.file[this.at] ?? 0xff)) return;
    }
  }

  character(ahead = 0): string {
    return latin1(this.file, this.at + ahead, this.at + ahead + 1);
  }

  #token(): string {
    const start = this.at;
    while (this.at < this.file.length && this.at - start <= LONGEST_TOKEN) {
      const byte = this.file[this.at] ?? 0;
      if (WHITE.has(byte) || DELIMITERS.has(byte)) break;
      this.at++;
    }
    return latin1(this.file, start, this.at);
  }

  #name(): PdfValue {
    this.at++;
    const name = this.#token().replaceAll(/#([0-9a-f]{2})/gi, (_all, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    return { kind: 'name', name };
  }

  #string(read: (file: Uint8Array, start: number) => { bytes: Uint8Array; end: number }): PdfValue {
    const start = this.at;
    const isHex = this.character() === '<';
    const { bytes, end } = read(this.file, start);
    this.at = end;
    return { kind: 'string', isHex, bytes, start, end };
  }

  #array(depth: number): PdfValue {
    this.at++;
    const items: PdfValue[] = [];
    for (this.skipWhite(); this.character() !== ']'; this.skipWhite()) items.push(this.value(depth + 1));
    this.at++;
    return items;
  }

  #dictionary(depth: number): PdfDictionary {
    this.at += 2;
    const entries = new Map<string, PdfValue>();
    for (this.skipWhite(); !this.sees('>>'); this.skipWhite()) {
      const key = this.value(depth + 1);
      if (typeof key !== 'object' || key === null || !('kind' in key) || key.kind !== 'name') throw damaged();
      // Readers differ in which duplicate entry they use.
      if (entries.has(key.name)) throw damaged();
      entries.set(key.name, this.value(depth + 1));
    }
    this.at += 2;
    return entries;
  }

  #keywordOrNumber(): PdfValue {
    const token = this.#token();
    if (token === 'true' || token === 'false') return token === 'true';
    if (token === 'null') return null;
    if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(token)) throw damaged();
    const reference = /^\d+$/.test(token) ? this.#generation() : false;
    return reference ? { kind: 'reference', number: Number(token) } : Number(token);
  }

  /** Returns whether a number starts a reference, for example `12` in `12 0 R`. If so, moves past the rest. */
  #generation(): boolean {
    const rest = /^[\0\t\n\f\r ]+0[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/.exec(
      latin1(this.file, this.at, this.at + 20),
    );
    this.at += rest?.[0].length ?? 0;
    return rest !== null;
  }
}

/** Returns the dictionary. Throws Refusal if it is not one. */
export function dictionaryOf(value: PdfValue | undefined): PdfDictionary {
  if (!isDictionary(value)) throw damaged();
  return value;
}
