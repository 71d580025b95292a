import { lineHeightOf, TEXT_DEFAULTS } from '../../../../../templates-engine/elements/text/properties.ts';
import { cssFamily } from '../../../../components/faces.ts';
import type { ElementOf } from '../../model/design.ts';
import type { TextRange } from '../../model/text-range.ts';
import { type Run, type RunStyle, runsOf, styleOf } from './runs.ts';

type TextElement = ElementOf<'text'>;

/** Marker at the end of a text that ends with a line break, as browsers show no caret after one. */
const TAIL = 'tail';

/** Writes a text's runs to the DOM as spans. */
export function writeRuns(root: HTMLElement, element: TextElement): void {
  const spans = runsOf(element.text).map((run) => {
    const span = document.createElement('span');
    span.dataset.style = JSON.stringify(styleOf(run));
    Object.assign(span.style, cssOf(run, element));
    span.append(run.text);
    return span;
  });
  root.replaceChildren(...spans);
  if (root.textContent?.endsWith('\n')) {
    const tail = document.createElement('br');
    tail.dataset[TAIL] = '';
    // Appended inside the last span, so that text typed after it takes the same style.
    (spans.at(-1) ?? root).append(tail);
  }
}

function cssOf(run: RunStyle, element: TextElement): Partial<CSSStyleDeclaration> {
  return {
    ...(run.font !== undefined && { fontFamily: cssFamily(run.font), lineHeight: String(lineHeightOf(run.font)) }),
    ...(run.weight !== undefined && { fontWeight: String(run.weight) }),
    ...(run.italic !== undefined && { fontStyle: run.italic ? 'italic' : 'normal' }),
    ...(run.size !== undefined && { fontSize: `${run.size / element.size}em` }),
    ...(run.color !== undefined && { color: run.color }),
    ...(run.letterSpacing !== undefined && { letterSpacing: `${run.letterSpacing}px` }),
    ...((run.underline || run.link) && { textDecoration: run.underline ? 'underline' : 'underline dotted' }),
  };
}

/** Reads the runs from the DOM after the browser has changed the text. */
export function readRuns(root: Node): Run[] {
  const runs: Run[] = [];
  const read = (node: Node, style: RunStyle) => {
    if (node instanceof Text) runs.push({ ...style, text: node.data });
    else if (node instanceof HTMLBRElement) {
      if (node.dataset[TAIL] === undefined) runs.push({ ...style, text: '\n' });
    } else {
      const own = node instanceof HTMLElement ? node.dataset.style : undefined;
      for (const child of node.childNodes) read(child, own === undefined ? style : (JSON.parse(own) as RunStyle));
    }
  };
  read(root, {});
  return runs;
}

/** Returns the selection as a range of the text; null if it is elsewhere. */
export function readRange(root: HTMLElement): TextRange | null {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!root.contains(range.startContainer) || !root.contains(range.endContainer)) return null;
  return {
    start: offsetOf(root, range.startContainer, range.startOffset),
    end: offsetOf(root, range.endContainer, range.endOffset),
  };
}

function offsetOf(root: HTMLElement, node: Node, offset: number): number {
  const before = document.createRange();
  before.setStart(root, 0);
  before.setEnd(node, offset);
  return readRuns(before.cloneContents()).reduce((sum, { text }) => sum + text.length, 0);
}

export function selectRange(root: HTMLElement, { start, end }: TextRange): void {
  const range = document.createRange();
  const [from, to] = [placeOf(root, start), placeOf(root, end)];
  range.setStart(from.node, from.offset);
  range.setEnd(to.node, to.offset);
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

function placeOf(root: HTMLElement, offset: number): { node: Node; offset: number } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let left = offset;
  let last: Text | null = null;
  for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
    if (left <= node.length) return { node, offset: left };
    left -= node.length;
    last = node;
  }
  return last ? { node: last, offset: last.length } : { node: root, offset: 0 };
}

/** Returns the CSS of a text, with which `fitText` starts. */
export const textCss = (element: TextElement) => ({
  fontFamily: cssFamily(element.font),
  fontWeight: element.weight ?? TEXT_DEFAULTS.weight,
  fontStyle: (element.italic ?? TEXT_DEFAULTS.italic) ? 'italic' : 'normal',
  fontSize: element.size,
  lineHeight: element.lineHeight ?? lineHeightOf(element.font),
  letterSpacing: element.letterSpacing ?? TEXT_DEFAULTS.letterSpacing,
  color: element.color ?? TEXT_DEFAULTS.color,
  textAlign: element.align ?? TEXT_DEFAULTS.align,
  textTransform: element.uppercase ? ('uppercase' as const) : ('none' as const),
  whiteSpace: element.oneLine ? ('pre' as const) : ('pre-wrap' as const),
});
