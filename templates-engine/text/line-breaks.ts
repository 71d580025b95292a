import LineBreaker from 'linebreak';

/** Scripts without spaces between words: word ends need a dictionary (UAX 14, class SA). */
const SPACELESS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Where a line may end (UAX 14): UTF-16 positions in order, the text's end among them. */
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
