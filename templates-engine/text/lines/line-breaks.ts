import LineBreaker from 'linebreak';

/** Scripts without spaces between words. Finding word ends needs a dictionary (UAX 14, class SA). */
const SPACELESS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Returns the positions where a line can end (UAX 14), in UTF-16 units, ascending, including the end of the text. */
export function lineBreaks(text: string): number[] {
  const breaker = new LineBreaker(text);
  const breaks = new Set<number>();
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) breaks.add(next.position);
  if (SPACELESS.test(text)) {
    for (const { index, segment } of words.segment(text)) {
      if (index > 0 && SPACELESS.test(segment) && SPACELESS.test(text.slice(index - 1, index))) breaks.add(index);
    }
  }
  return [...breaks].sort((a, b) => a - b);
}
