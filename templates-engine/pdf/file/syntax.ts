/** Number of an object, for `reference`. */
export type ObjectNumber = number;

export const reference = (number: ObjectNumber): string => `${number} 0 R`;

/** Formats a number with at most five decimals. */
export const n = (value: number): string => String(Math.round(value * 1e5) / 1e5 || 0);

/** Returns the text of a dictionary. */
export const dictionary = (entries: Record<string, string>): string =>
  `<< ${Object.entries(entries)
    .map(([key, value]) => `/${key} ${value}`)
    .join(' ')} >>`;

export const array = (items: readonly (string | number)[]): string =>
  `[${items.map((item) => (typeof item === 'number' ? n(item) : item)).join(' ')}]`;

/** Returns a text string (ISO 32000-1, 7.9.2.2) as UTF-16 with a byte order mark, in hexadecimal. */
export const textString = (text: string): string =>
  `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;

/** Returns an ASCII string. */
export const asciiString = (text: string): string => `(${text.replaceAll(/[\\()]/g, '\\$&')})`;

/** Returns a name, which can contain any characters (ISO 32000-1, 7.3.5), as in `/application#2Fjson`. */
export const nameOf = (text: string): string =>
  `/${[...Buffer.from(text)]
    .map((byte) =>
      byte > 0x20 && byte < 0x7f && !'#()<>[]{}/%'.includes(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `#${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')}`;

export const dateString = (date: Date): string =>
  asciiString(`D:${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`);
