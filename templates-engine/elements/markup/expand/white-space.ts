import { closeGaps } from '../../../text/close-gaps.ts';
import type { TextSetting } from '../compile/text-style.ts';

/** Part of the text of a paragraph with uniform settings. */
export interface Span {
  text: string;
  setting: TextSetting;
  href: string | null;
  /** Set for the value of a variable. */
  isValue: boolean;
}

/** White space of HTML, which excludes the no-break space. */
const SPACES = /[ \t\r\n\f]+/g;

/** Stands for a line break while line ends in the text are spaces. */
const BREAK = '\u2028';

/** Closes the white space around empty values, unless a part keeps its white space. */
export function closeSpanGaps(spans: Span[]): Span[] {
  const keepsSpaces = ({ setting: { whiteSpace } }: Span) => whiteSpace === 'pre' || whiteSpace === 'pre-wrap';
  if (!spans.some(({ text, isValue }) => isValue && text.trim() === '') || spans.some(keepsSpaces)) return spans;
  const texts = closeGaps(
    spans.map(({ text, isValue, setting }) => ({
      text: isBreak({ text, isValue })
        ? BREAK
        : setting.whiteSpace === 'pre-line'
          ? text
          : text.replaceAll(SPACES, ' '),
      isValue,
    })),
  );
  return spans.map((span, index) => (isBreak(span) ? span : { ...span, text: texts[index] ?? '' }));
}

const isBreak = ({ text, isValue }: Pick<Span, 'text' | 'isValue'>): boolean => text === '\n' && !isValue;

/**
 * Collapses white space as CSS does (CSS Text 3, section 4.1). Runs of it become one space, also across spans, and lines start and end
 * without spaces. Text set as `pre` or `pre-wrap` keeps its white space.
 */
export function collapseSpaces(spans: readonly Span[]): Span[] {
  let afterSpace = true;
  const collapsed = spans.map((span): Span => {
    const { whiteSpace } = span.setting;
    if (isBreak(span)) {
      afterSpace = true;
      return span;
    }
    if (whiteSpace === 'pre' || whiteSpace === 'pre-wrap') {
      afterSpace = false;
      return span;
    }
    let text = whiteSpace === 'pre-line' ? span.text.replaceAll(/[ \t\f]*(\r\n|\r|\n)[ \t\f]*/g, '\n') : span.text;
    text = text.replaceAll(whiteSpace === 'pre-line' ? /[ \t\f]+/g : SPACES, ' ');
    if (afterSpace && text.startsWith(' ')) text = text.slice(1);
    if (text !== '') afterSpace = /[ \n]$/.test(text);
    return { ...span, text };
  });
  return withoutTrailing(collapsed);
}

/** Removes the space before the end of each line. */
function withoutTrailing(spans: Span[]): Span[] {
  let isAtEnd = true;
  for (let index = spans.length - 1; index >= 0; index--) {
    const span = spans[index];
    if (!span) continue;
    const keeps = span.setting.whiteSpace.startsWith('pre') && span.setting.whiteSpace !== 'pre-line';
    if (isAtEnd && !keeps && span.text !== '\n') spans[index] = { ...span, text: span.text.replace(/ $/, '') };
    const text = spans[index]?.text ?? '';
    if (text !== '') isAtEnd = text.startsWith('\n');
  }
  return spans;
}
