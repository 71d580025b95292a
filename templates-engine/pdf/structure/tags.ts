import { isContent } from '../../scene/paint-plan.ts';
import type { Scene, SceneElement } from '../../scene/scene.ts';
import { tagGroup } from './group-tags.ts';
import type { Tag } from './tag.ts';
import { linksOf } from './text-links.ts';

/**
 * Returns the tags of a page's elements in painting order. Static elements get their identifiers first, so that these are the same in every
 * certificate.
 */
export function tagElements(elements: readonly SceneElement[], sizes: readonly number[], page: Scene['page']): Tag[] {
  const tagged = elements.map(isContent);
  const heading = headingOf(sizes, (index) => tagged[index] === true);
  const groups = elements.map((element) => tagGroup(element, page));
  const parts = elements.map(({ primitive }, index) =>
    tagged[index] ? (groups[index]?.links ?? linksOf(primitive)) : [],
  );
  const fixed = parts.reduce((sum, own, index) => sum + (elements[index]?.isVariable ? 0 : own.length), 0);
  const next = { fixed: 0, variable: fixed };
  return elements.map((element, index) => {
    if (!tagged[index]) return null;
    const links = parts[index] ?? [];
    const kind = element.isVariable ? 'variable' : 'fixed';
    const mcid = next[kind];
    next[kind] += links.length;
    const group = groups[index];
    if (group) return { ...group, mcid };
    if (element.semantics.role !== 'text') return { type: 'Figure', mcid, links };
    return { type: index === heading ? 'H1' : 'P', mcid, links };
  });
}

/** Returns the font sizes of texts in the design, before any shrinking; 0 for other elements. */
export const textSizes = (elements: readonly SceneElement[]): number[] =>
  elements.map(({ primitive, semantics }) =>
    primitive.kind === 'text' && semantics.role === 'text' ? primitive.layout.size : 0,
  );

/** Returns the first of the largest texts that are shown; -1 without one. */
function headingOf(sizes: readonly number[], isShown: (index: number) => boolean): number {
  const largest = Math.max(0, ...sizes.filter((_, index) => isShown(index)));
  return largest === 0 ? -1 : sizes.findIndex((size, index) => size === largest && isShown(index));
}
