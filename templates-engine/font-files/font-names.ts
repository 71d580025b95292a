import { MAX_FAMILY_LENGTH } from '../fonts/own-fonts.ts';
import { damaged, refuse } from './refuse.ts';
import { type FontTables, tableOf } from './tables.ts';

/** Name ids (OpenType, name). */
const FAMILY = 1;
const SUBFAMILY = 2;
const TYPOGRAPHIC_FAMILY = 16;
const TYPOGRAPHIC_SUBFAMILY = 17;

const WINDOWS = 3;
const UNICODE = 0;
const ENGLISH_US = 0x409;

/** Control characters, direction marks, lone surrogates, and private or unassigned code points. People can neither read nor type them. */
const UNREADABLE = /\p{C}/u;

interface NameRecord {
  platform: number;
  language: number;
  id: number;
  bytes: Buffer;
}

/** Names of a font, in English if available. */
export class FontNames {
  readonly #records: NameRecord[];

  constructor(font: FontTables) {
    const table = tableOf(font, 'name', 6);
    const [count, strings] = [table.readUInt16BE(2), table.readUInt16BE(4)];
    if (table.length < 6 + count * 12) damaged('the table name is too short');
    this.#records = Array.from({ length: count }, (_, index) => 6 + index * 12).map((at) => ({
      platform: table.readUInt16BE(at),
      language: table.readUInt16BE(at + 4),
      id: table.readUInt16BE(at + 6),
      bytes: sliceOf(table, strings + table.readUInt16BE(at + 10), table.readUInt16BE(at + 8)),
    }));
  }

  /** Family name that designs refer to. */
  get family(): string {
    const family = this.#name(TYPOGRAPHIC_FAMILY) ?? this.#name(FAMILY);
    if (!family) return refuse('font_name_refused', { fault: 'missing', most: MAX_FAMILY_LENGTH });
    if (UNREADABLE.test(family)) return refuse('font_name_refused', { fault: 'unreadable', most: MAX_FAMILY_LENGTH });
    if (family.length > MAX_FAMILY_LENGTH)
      return refuse('font_name_refused', { fault: `of ${family.length} characters`, most: MAX_FAMILY_LENGTH });
    return family;
  }

  /** Style name, as in “Bold Italic”. */
  get style(): string {
    return this.styleOf(TYPOGRAPHIC_SUBFAMILY) || this.styleOf(SUBFAMILY);
  }

  /** Returns a style name by its id; '' if it is missing or unsuitable for display. */
  styleOf(id: number): string {
    const name = this.#name(id) ?? '';
    return UNREADABLE.test(name) || name.length > MAX_FAMILY_LENGTH ? '' : name;
  }

  #name(id: number): string | undefined {
    const own = this.#records.filter((record) => record.id === id);
    const windows = own.filter(({ platform }) => platform === WINDOWS);
    const record =
      windows.find(({ language }) => language === ENGLISH_US) ??
      windows[0] ??
      own.find(({ platform }) => platform === UNICODE) ??
      own[0];
    return record ? textOf(record).normalize('NFC').trim().replaceAll(/ +/g, ' ') || undefined : undefined;
  }
}

function sliceOf(table: Buffer, start: number, length: number): Buffer {
  if (start + length > table.length) damaged('a name ends past the end of its table');
  return table.subarray(start, start + length);
}

/** Decodes a name. It is UTF-16BE except on the Macintosh platform, where it is ASCII in nearly every font. */
function textOf({ platform, bytes }: NameRecord): string {
  if (platform !== WINDOWS && platform !== UNICODE) return bytes.toString('latin1');
  if (bytes.length % 2 === 1) damaged('a name is not UTF-16');
  return Buffer.from(bytes).swap16().toString('utf16le');
}
