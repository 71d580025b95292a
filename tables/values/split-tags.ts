/** Commas, semicolons and lines separate tags, also in the forms of Arabic, Chinese and Japanese. */
const SEPARATORS = /[,;،؛、，；\n\r]+/u;

/** Returns the tags in a cell. */
export const splitTags = (text: string): string[] =>
  text.split(SEPARATORS).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
