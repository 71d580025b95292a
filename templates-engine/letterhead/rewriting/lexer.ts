import { broken } from '../reading/fault.ts';
import { numberToken, stringToken } from '../reading/tokens.ts';

/** Operation of a content stream: its operator, and its operands in PDF syntax. */
export interface Operation {
  operator: string;
  operands: string[];
}

const WHITE = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const DELIMITERS = new Set([...'()<>[]{}/%'].map((sign) => sign.charCodeAt(0)));
const MAX_OPERANDS = 64;
const MAX_NESTING = 12;

/** Splits a content stream into operations (ISO 32000-1, 7.8.2). */
export class Lexer {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Returns the next operation; null at the end. Excess operands are dropped from the front. */
  next(): Operation | null {
    const operands: string[] = [];
    for (let token = this.#token(0); token !== null; token = this.#token(0)) {
      if (isOperand(token)) {
        operands.push(token);
        if (operands.length > MAX_OPERANDS) operands.shift();
      } else return { operator: token, operands };
    }
    return null;
  }

  /** Reads the rest as operands. */
  items(): string[] {
    const items: string[] = [];
    for (let token = this.#token(0); token !== null; token = this.#token(0)) items.push(token);
    return items;
  }

  /** Reads the operands between `BI` and `ID`. */
  inlineEntries(): string[] {
    const entries: string[] = [];
    for (let token = this.#token(0); token !== null && token !== 'ID'; token = this.#token(0)) entries.push(token);
    this.#at++;
    return entries;
  }

  /** Reads the data of an inline image and moves past `EI`. `length` is null if unknown. */
  inlineData(length: number | null): Buffer {
    const start = this.#at;
    const end = (length !== null && this.#find(start + length, 4)) || this.#find(start, this.#bytes.length);
    if (end === null) throw broken('an inline picture has no end');
    this.#at = end + 2;
    const data = this.#bytes.subarray(start, end);
    if (length !== null && data.length >= length) return data.subarray(0, length);
    return WHITE.has(data.at(-1) ?? 1) ? data.subarray(0, -1) : data;
  }

  /** Returns the place of `EI` within a distance. White space before it is preferred, but some programs leave it out. */
  #find(from: number, distance: number): number | null {
    const last = Math.min(from + distance, this.#bytes.length - 2);
    for (const isStrict of [true, false]) {
      for (let at = this.#bytes.indexOf('EI', from); at >= 0 && at <= last; at = this.#bytes.indexOf('EI', at + 1))
        if (this.#endsAt(at, isStrict)) return at;
    }
    return null;
  }

  /** Returns true if `EI` is an operator here: white space or the end follows it, and then plausible content. */
  #endsAt(at: number, isStrict: boolean): boolean {
    const bytes = this.#bytes;
    if (!WHITE.has(bytes[at + 2] ?? 0x20) || (isStrict && !WHITE.has(bytes[at - 1] ?? 0))) return false;
    return bytes.subarray(at + 2, at + 12).every((byte) => WHITE.has(byte) || (byte >= 0x20 && byte < 0x7f));
  }

  #token(depth: number): string | null {
    this.#skip();
    const byte = this.#bytes[this.#at];
    if (byte === undefined) return null;
    if (depth > MAX_NESTING) throw broken('operands are nested too deeply');
    if (byte === 0x28 || (byte === 0x3c && this.#bytes[this.#at + 1] !== 0x3c)) return this.#string();
    if (byte === 0x5b) return this.#nested(depth, '[', ']', 1);
    if (byte === 0x3c) return this.#nested(depth, '<<', '>>', 2);
    if (byte === 0x5d || byte === 0x7b || byte === 0x7d || byte === 0x29) return this.#take(1);
    if (byte === 0x3e) return this.#take(this.#bytes[this.#at + 1] === 0x3e ? 2 : 1);
    return this.#word(byte);
  }

  #word(first: number): string {
    const start = this.#at++;
    while (this.#at < this.#bytes.length && !this.#isBreak(this.#bytes[this.#at] ?? 0)) this.#at++;
    const word = this.#bytes.toString('latin1', start, this.#at);
    const isNumber = (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e;
    return isNumber ? numberToken(word) : word;
  }

  #isBreak = (byte: number): boolean => WHITE.has(byte) || DELIMITERS.has(byte);

  #take(length: number): string {
    this.#at += length;
    return this.#bytes.toString('latin1', this.#at - length, this.#at);
  }

  #nested(depth: number, open: string, close: string, length: number): string {
    this.#at += length;
    const items: string[] = [];
    for (let token = this.#token(depth + 1); token !== null && token !== close; token = this.#token(depth + 1)) {
      // Ignore stray delimiters and operators in an array.
      if (isOperand(token)) items.push(token);
    }
    return `${open}${items.join(' ')}${close}`;
  }

  #string(): string {
    const { token, end } = stringToken(this.#bytes, this.#at);
    this.#at = end;
    return token;
  }

  #skip(): void {
    for (;;) {
      while (WHITE.has(this.#bytes[this.#at] ?? 1)) this.#at++;
      if (this.#bytes[this.#at] !== 0x25) return;
      while (this.#at < this.#bytes.length && this.#bytes[this.#at] !== 0x0a && this.#bytes[this.#at] !== 0x0d)
        this.#at++;
    }
  }
}

/** Returns the items of an array in the form of an operand. */
export const itemsIn = (array: string): string[] => new Lexer(Buffer.from(array.slice(1, -1), 'latin1')).items();

const isOperand = (token: string): boolean =>
  /^[-+.\d/(<[]/.test(token) || token === 'true' || token === 'false' || token === 'null';
