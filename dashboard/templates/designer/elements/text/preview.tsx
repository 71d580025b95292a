import { useLayoutEffect, useRef } from 'react';
import { lineHeightOf, TEXT_DEFAULTS, TEXT_RANGES } from '../../../../../templates-engine/elements/text/properties.ts';
import type { ElementOf } from '../../model/design.ts';
import type { PreviewProps } from '../../model/element-kind.ts';
import { useChecked, usePictures } from '../../model/preview.ts';
import { useFace } from './fonts.ts';
import { textCss } from './text-dom.ts';

type TextElement = ElementOf<'text'>;

export const JUSTIFY = { top: 'flex-start', middle: 'center', bottom: 'flex-end' } as const;
const STEP = 0.5;

/** Draws a text in its box and measures it again when its font is loaded. */
export function TextPreview({ element, content }: PreviewProps<TextElement>) {
  const ref = useRef<HTMLDivElement>(null);
  const { font, weight = TEXT_DEFAULTS.weight, italic = TEXT_DEFAULTS.italic } = element;
  // The first pictures soon replace these texts, and on a slow connection loading the fonts would delay them.
  const { background } = usePictures();
  const { failure } = useChecked();
  const hasCome = useFace(font, weight, italic, background !== null || failure !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loading the font changes the measurements
  useLayoutEffect(() => {
    if (ref.current) fitText(ref.current, element);
  }, [element, content, hasCome]);
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        height: '100%',
        justifyContent: JUSTIFY[element.verticalAlign ?? TEXT_DEFAULTS.verticalAlign],
      }}
    >
      <div ref={ref} dir="auto" style={textCss(element)}>
        {content}
      </div>
    </div>
  );
}

const inRange = (size: number): number => Math.min(Math.max(size, TEXT_RANGES.fontSize.min), TEXT_RANGES.fontSize.max);

/**
 * Sets the largest font size, down to the minimum, at which the text fits its box. Tries the sizes of the engine, but by bisection, because
 * a draft can have sizes that no template may have.
 */
export function fitText(node: HTMLElement, element: TextElement): void {
  const largest = inRange(element.size);
  const least = Math.min(inRange(element.minSize ?? largest), largest);
  const steps = Math.ceil((largest - least) / STEP);
  const fitsAt = (step: number): boolean => {
    const size = Math.max(least, largest - step * STEP);
    node.style.fontSize = `${size}px`;
    // Breaks inside a word only as a last resort.
    node.style.overflowWrap = size === least ? 'anywhere' : 'normal';
    const line = size * (element.lineHeight ?? lineHeightOf(element.font));
    const isOneLine = node.offsetHeight < 1.5 * line && size <= element.height;
    return (isOneLine || node.offsetHeight <= element.height + 1) && node.scrollWidth <= element.width + 1;
  };
  if (fitsAt(0)) return;
  let [from, to] = [1, steps];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (fitsAt(middle)) to = middle;
    else from = middle + 1;
  }
  fitsAt(to);
}
