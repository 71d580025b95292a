import { latin1 } from '../bytes.ts';
import { ensure } from '../check.ts';
import { dictionaryOf, Scanner } from './scanner.ts';
import { damaged, isKind, type PdfDictionary, type PdfStream, type PdfValue } from './values.ts';

const LONGEST_CHAIN = 8;
const ROW = 20;
const EOF = '%%EOF';

/**
 * PDF as Laurel writes it: one revision, with a classic cross-reference table and no object streams. Anything else is refused, because PDF
 * readers might show content that was not checked here.
 */
export class PdfDocument {
  readonly file: Uint8Array;
  readonly #offsets: ReadonlyMap<number, number>;
  readonly #objects = new Map<number, PdfValue>();
  /** Number of bytes of objects that can still be read. Objects of a hostile file can overlap. */
  #budget: number;
  readonly trailer: PdfDictionary;

  /** Opens a PDF. Throws Refusal if it is damaged, encrypted or has a later revision. */
  constructor(file: Uint8Array) {
    this.file = file;
    this.#budget = 2 * file.length;
    const scanner = new Scanner(file, startOfTable(file));
    if (!scanner.sees('xref')) refuseStream(scanner);
    this.#offsets = readTable(scanner);
    // Updates have tables of several parts.
    scanner.skipWhite();
    ensure(scanner.sees('trailer'), 'pdfAppended');
    scanner.expect('trailer');
    this.trailer = dictionaryOf(scanner.value());
    refuseUpdate(this.trailer);
  }

  get catalog(): PdfDictionary {
    return this.dictionary(this.trailer.get('Root'));
  }

  /** Returns the value to which references lead. */
  resolve(value: PdfValue | undefined): PdfValue | undefined {
    let found = value;
    for (let step = 0; isKind(found, 'reference'); step++) {
      if (step === LONGEST_CHAIN) throw damaged();
      found = this.#object(found.number);
    }
    return found;
  }

  dictionary(value: PdfValue | undefined): PdfDictionary {
    return dictionaryOf(this.resolve(value));
  }

  array(value: PdfValue | undefined): readonly PdfValue[] {
    const found = this.resolve(value);
    if (found === undefined) return [];
    if (!Array.isArray(found)) throw damaged();
    return found;
  }

  /** Returns a stream's data in its stored form. */
  data({ dictionary, start }: PdfStream): Uint8Array {
    const length = this.resolve(dictionary.get('Length'));
    if (typeof length !== 'number' || !Number.isInteger(length) || length < 0 || start + length > this.file.length)
      throw damaged();
    const after = new Scanner(this.file, start + length);
    after.expect('endstream');
    return this.file.subarray(start, start + length);
  }

  #object(number: number): PdfValue {
    const offset = this.#offsets.get(number);
    if (offset === undefined) return null;
    const known = this.#objects.get(number);
    if (known !== undefined) return known;
    const scanner = new Scanner(this.file, offset);
    if (this.#budget < 0 || scanner.integer() !== number) throw damaged();
    const value = readObject(scanner);
    this.#budget -= scanner.at - offset;
    this.#objects.set(number, value);
    return value;
  }
}

/** Reads the rest of an indirect object, after its number. */
function readObject(scanner: Scanner): PdfValue {
  scanner.integer();
  scanner.expect('obj');
  const value = scanner.value();
  scanner.skipWhite();
  if (!scanner.sees('stream')) return value;
  scanner.expect('stream');
  const [first, second] = [scanner.character(), scanner.character(1)];
  const end = first === '\n' ? 1 : first === '\r' && second === '\n' ? 2 : 0;
  if (end === 0) throw damaged();
  return { kind: 'stream', dictionary: dictionaryOf(value), start: scanner.at + end };
}

/** Returns the offset of the cross-reference table as stated at the end of the file. */
function startOfTable(file: Uint8Array): number {
  const tail = latin1(file, file.length - 2048);
  const end = tail.lastIndexOf(EOF);
  ensure(end >= 0, 'pdfDamaged');
  ensure(/^(?:\r\n|\r|\n)?$/.test(tail.slice(end + EOF.length)), 'pdfAppended');
  const [, offset] = /startxref\s{1,2}(\d{1,10})\s{1,2}$/.exec(tail.slice(0, end)) ?? [];
  ensure(offset !== undefined && Number(offset) < file.length, 'pdfDamaged');
  return Number(offset);
}

function readTable(scanner: Scanner): Map<number, number> {
  scanner.expect('xref');
  const first = scanner.integer();
  const count = scanner.integer();
  scanner.skipWhite();
  ensure(first === 0, 'pdfAppended');
  if (scanner.at + count * ROW > scanner.file.length) throw damaged();
  const offsets = new Map<number, number>();
  for (let number = 0; number < count; number++, scanner.at += ROW) {
    const row = latin1(scanner.file, scanner.at, scanner.at + ROW);
    const [, offset, use] = /^(\d{10}) \d{5} ([nf])(?: \n| \r|\r\n)$/.exec(row) ?? [];
    if (offset === undefined) throw damaged();
    if (use === 'n') offsets.set(number, Number(offset));
  }
  return offsets;
}

/** Refuses a cross-reference stream, which Laurel does not write. If possible, the reason states the change made to the file. */
function refuseStream(scanner: Scanner): never {
  scanner.integer();
  const found = readObject(scanner);
  if (isKind(found, 'stream')) refuseUpdate(found.dictionary);
  throw damaged();
}

function refuseUpdate(trailer: PdfDictionary): void {
  ensure(!trailer.has('Encrypt'), 'pdfEncrypted');
  ensure(!trailer.has('Prev') && !trailer.has('XRefStm'), 'pdfAppended');
}
