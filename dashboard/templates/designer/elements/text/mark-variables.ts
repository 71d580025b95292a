/** Name of the highlight in `designer.module.css`. */
const NAME = 'laurel-variable';

/** Marks the placeholders of a text that is being edited, without a change of its nodes. Older browsers show them as plain text. */
export function markVariables(root: HTMLElement): () => void {
  if (typeof Highlight === 'undefined' || !CSS.highlights) return () => undefined;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
    for (const { index, 0: placeholder } of node.data.matchAll(/\{\{[^{}]+\}\}/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + placeholder.length);
      ranges.push(range);
    }
  }
  CSS.highlights.set(NAME, new Highlight(...ranges));
  return () => void CSS.highlights.delete(NAME);
}
