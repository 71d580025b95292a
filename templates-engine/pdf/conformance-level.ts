import type { SceneElement } from '../scene/scene.ts';

/** Private use characters need a replacement text at level A (ISO 19005-3, 6.2.11.7.3). */
const PRIVATE_USE = /\p{Co}/u;

/**
 * Returns the conformance level of PDF/A-3 that a page has (ISO 19005-3, 5). The engine tags everything, so its own content conforms to
 * level A. A letterhead's fonts can lack the Unicode values that this level requires.
 */
export const conformanceLevel = (elements: readonly SceneElement[]): 'A' | 'B' =>
  elements.every(hasLevelA) ? 'A' : 'B';

function hasLevelA({ primitive }: SceneElement): boolean {
  if (primitive.kind === 'group') return primitive.elements.every(hasLevelA);
  if (primitive.kind === 'text') return primitive.layout.lines.every(({ line }) => !PRIVATE_USE.test(line.text));
  return primitive.kind !== 'letterhead';
}
