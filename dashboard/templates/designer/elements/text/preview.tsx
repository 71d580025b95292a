import { useLayoutEffect, useRef } from 'react';
import { lineHeightOf, TEXT_DEFAULTS } from '../../../../../templates-engine/elements/text/properties.ts';
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

/** Sets the largest font size, down to the minimum, at which the text fits its box. The engine does the same. */
export function fitText(node: HTMLElement, element: TextElement): void {
  const least = Math.min(element.minSize ?? element.size, element.size);
  for (let size = element.size; ; size = Math.max(least, size - STEP)) {
    node.style.fontSize = `${size}px`;
    // Breaks inside a word only as a last resort.
    node.style.overflowWrap = size === least ? 'anywhere' : 'normal';
    const line = size * (element.lineHeight ?? lineHeightOf(element.font));
    const isOneLine = node.offsetHeight < 1.5 * line && size <= element.height;
    const fits = (isOneLine || node.offsetHeight <= element.height + 1) && node.scrollWidth <= element.width + 1;
    if (fits || size === least) return;
  }
}
