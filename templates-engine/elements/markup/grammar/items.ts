import { expandTailwind } from '../tailwind/expand.ts';
import type { Tag } from './tags.ts';

/**
 * Whether each child of an element is a box of its own, a `span` too: in a flex container or a grid, as in CSS, but where text
 * stands beside it, which then is one paragraph with it.
 */
export function makesItems(element: { style?: unknown; tw?: unknown; children?: unknown }, tag: Tag): boolean {
  const { style, tw, children } = element;
  const own = typeof style === 'object' && style !== null && 'display' in style ? style.display : undefined;
  const ofClasses = typeof tw === 'string' ? expandTailwind(tw).style.display : undefined;
  const display = own ?? ofClasses ?? tag.style.display;
  const isBlank = (child: unknown) => typeof child !== 'string' || child.trim() === '';
  return (display === 'flex' || display === 'grid') && Array.isArray(children) && children.every(isBlank);
}
