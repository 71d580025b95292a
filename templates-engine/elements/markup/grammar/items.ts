import { expandTailwind } from '../tailwind/expand.ts';
import type { Tag } from './tags.ts';

/**
 * Returns true if each child of an element becomes a box, including inline tags. As in CSS, this applies to flex containers and grids. If
 * the element also contains text, its text and inline children form one paragraph.
 */
export function makesItems(element: { style?: unknown; tw?: unknown; children?: unknown }, tag: Tag): boolean {
  const { style, tw, children } = element;
  const own = typeof style === 'object' && style !== null && 'display' in style ? style.display : undefined;
  const ofClasses = typeof tw === 'string' ? expandTailwind(tw).style.display : undefined;
  const display = own ?? ofClasses ?? tag.style.display;
  const isBlank = (child: unknown) => typeof child !== 'string' || child.trim() === '';
  return (display === 'flex' || display === 'grid') && Array.isArray(children) && children.every(isBlank);
}
