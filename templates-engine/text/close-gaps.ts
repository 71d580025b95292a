/** Part of a text with its values. */
export interface FilledPart {
  text: string;
  /** Set for the value of a variable. */
  isValue: boolean;
}

/** White space within a line. */
const SPACES = ' \t\u00A0\u202F';
const ENDS_LINE = /[\n\r\u2028\u2029]$/;
const STARTS_LINE = /^[\n\r\u2028\u2029]/;
/** Punctuation that follows a word without a space, and punctuation that precedes one. */
const CLOSING = /^[\p{Pe}\p{Pf}.,;:!?…"'،؛؟۔।、。，．：；！？]/u;
const OPENING = /[\p{Ps}\p{Pi}¿¡]$/u;

/**
 * Returns the texts of the parts with the white space around empty values closed: one space remains between words, and none at the ends of
 * lines or next to punctuation. All other white space stays as the design has it.
 */
export function closeGaps(parts: readonly FilledPart[]): string[] {
  const texts = parts.map(({ text }) => text);
  const isEmpty = ({ text, isValue }: FilledPart) => isValue && text.trim() === '';
  if (!parts.some(isEmpty)) return texts;
  let last = -1;
  for (let index = 0; index < parts.length; index++) {
    if (isGap(parts[index])) continue;
    if (parts.slice(last + 1, index).some(isEmpty)) closeGap(texts, parts, last, index);
    last = index;
  }
  if (parts.slice(last + 1).some(isEmpty)) closeGap(texts, parts, last, parts.length);
  return texts;
}

/** Returns true for an empty value, or for a part with only white space. */
const isGap = (part: FilledPart | undefined): boolean =>
  part !== undefined && (part.isValue ? part.text.trim() === '' : leading(part.text) === part.text.length);

/** Closes the white space between two parts of which everything between is empty or white space. */
function closeGap(texts: string[], parts: readonly FilledPart[], from: number, to: number): void {
  const before = texts[from] ?? '';
  const after = texts[to] ?? '';
  const word = before.slice(0, before.length - trailing(before));
  const next = after.slice(leading(after));
  const between = parts.slice(from + 1, to);
  const first = between.findIndex(({ isValue }) => isValue);
  const end = between.findLastIndex(({ isValue }) => isValue);
  const isApart = (some: readonly FilledPart[]) => some.some(({ text, isValue }) => !isValue && text !== '');
  const isAfterSpace = word !== before || isApart(between.slice(0, first));
  const isBeforeSpace = next !== after || isApart(between.slice(end + 1));
  const isAtEnd = word === '' || ENDS_LINE.test(word) || next === '' || STARTS_LINE.test(next);
  const isTight = (!isBeforeSpace && CLOSING.test(next)) || (!isAfterSpace && OPENING.test(word));
  const isOpen = !isAtEnd && !isTight && (isAfterSpace || isBeforeSpace || isApart(between));
  for (let index = from + 1; index < to; index++) texts[index] = '';
  if (from >= 0) texts[from] = isOpen ? word + (before[word.length] ?? ' ') : word;
  if (to < texts.length) texts[to] = next;
}

/** Returns the number of white space characters at the start of a text. */
function leading(text: string): number {
  let count = 0;
  while (count < text.length && SPACES.includes(text[count] ?? '')) count++;
  return count;
}

/** Returns the number of white space characters at the end of a text. */
function trailing(text: string): number {
  let count = 0;
  while (count < text.length && SPACES.includes(text[text.length - 1 - count] ?? '')) count++;
  return count;
}
