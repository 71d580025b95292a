import { FromEnvironment, type Value } from './sample-call.ts';

/** How a language writes values. */
export interface Notation {
  object: [open: string, close: string];
  array: [open: string, close: string];
  /** Returns the part of a member before its value. */
  member(name: string): string;
  text(value: string): string;
  /** Returns the expression that reads a variable of the environment. */
  variable(name: string): string;
  /** Words for null, true and false. */
  words: { null: string; true: string; false: string };
  indent: string;
  /** Spaces inside the brackets of an object on one line. */
  padding: '' | ' ';
  /** True if the last entry of a block ends with a comma, too. */
  hasLastComma: boolean;
}

/** Length up to which a list or an object is written on one line. */
const MAX_LINE = 80;

/** Writes a value as the language's formatter would. `level` is the indentation of its first line. */
export function writeValue(value: Value, notation: Notation, level = 0): string {
  if (value instanceof FromEnvironment) return notation.variable(value.name);
  if (value === null) return notation.words.null;
  if (typeof value === 'boolean') return notation.words[value ? 'true' : 'false'];
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return notation.text(value);
  const [open, close] = Array.isArray(value) ? notation.array : notation.object;
  const entries = Array.isArray(value)
    ? value.map((entry) => writeValue(entry, notation, level + 1))
    : Object.entries(value).map(([name, part]) => `${notation.member(name)}${writeValue(part, notation, level + 1)}`);
  const pad = Array.isArray(value) || entries.length === 0 ? '' : notation.padding;
  const line = `${open}${pad}${entries.join(', ')}${pad}${close}`;
  // The whole of a request keeps a line for each member, so that it can be edited.
  if (entries.length === 0 || (level > 0 && line.length <= MAX_LINE && !line.includes('\n'))) return line;
  const inner = notation.indent.repeat(level + 1);
  const last = notation.hasLastComma ? ',' : '';
  return `${open}\n${inner}${entries.join(`,\n${inner}`)}${last}\n${notation.indent.repeat(level)}${close}`;
}

export const WORDS = { null: 'null', true: 'true', false: 'false' };

/** Notation of JSON, in which `variable` writes what a language replaces. */
export const jsonWith = (variable: Notation['variable']): Notation => ({
  object: ['{', '}'],
  array: ['[', ']'],
  member: (name) => `${JSON.stringify(name)}: `,
  text: JSON.stringify,
  variable: (name) => `"${variable(name)}"`,
  words: WORDS,
  indent: '  ',
  padding: ' ',
  hasLastComma: false,
});
