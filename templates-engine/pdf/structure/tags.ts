import { detectLanguage } from '../../language/detect-language.ts';
import { hasLatin, languageOfScript, scriptOf } from '../../language/scripts.ts';
import type { Scene, SceneElement } from '../../scene/scene.ts';
import { asciiString } from '../file/syntax.ts';
import { tagGroup, tagInGroup } from './group-tags.ts';
import type { Tag } from './tag.ts';
import { linksOf } from './text-links.ts';

/** Functions that paint elements. A group calls `mark` for each of its elements. */
interface Painting {
  element(element: SceneElement): readonly (readonly string[])[];
  group(element: SceneElement, mark: (element: SceneElement) => string[]): string[];
}

/** Returns true for a text or path that shows nothing. It gets neither a tag nor operators. */
const isBlank = ({ primitive }: SceneElement): boolean =>
  primitive.kind === 'path'
    ? primitive.path.length === 0
    : primitive.kind === 'text' &&
      !primitive.layout.lines.some(({ line }) => /[^\s\p{Default_Ignorable_Code_Point}]/u.test(line.text));

/**
 * Returns the tags of a page's elements in painting order. Static elements get their identifiers first, so that these are the same in every
 * certificate.
 */
export function tagElements(elements: readonly SceneElement[], sizes: readonly number[], page: Scene['page']): Tag[] {
  const blank = elements.map(isBlank);
  const heading = headingOf(sizes, (index) => blank[index] === false);
  const isTagged = ({ semantics }: SceneElement, index: number) => semantics.role !== 'artifact' && !blank[index];
  const groups = elements.map((element) => tagGroup(element, isBlank, page));
  const parts = elements.map((element, index) =>
    isTagged(element, index) ? (groups[index]?.links ?? linksOf(element.primitive)) : [],
  );
  const fixed = parts.reduce((sum, own, index) => sum + (elements[index]?.isVariable ? 0 : own.length), 0);
  const next = { fixed: 0, variable: fixed };
  return elements.map((element, index) => {
    if (!isTagged(element, index)) return null;
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

/** Returns the first of the largest visible texts; -1 without a visible text. */
function headingOf(sizes: readonly number[], isShown: (index: number) => boolean): number {
  const largest = Math.max(0, ...sizes.filter((_, index) => isShown(index)));
  return largest === 0 ? -1 : sizes.findIndex((size, index) => size === largest && isShown(index));
}

/** Returns the operators of an element as marked content. `documentLanguage` is BCP 47. */
export function marked(tag: Tag, element: SceneElement, documentLanguage: string, painting: Painting): string[] {
  if (isBlank(element)) return [];
  if (tag?.type === 'Group')
    return painting.group(element, (one) => marked(tagInGroup(tag, one), one, documentLanguage, painting));
  if (!tag) return ['/Artifact BMC', ...painting.element(element).flat(), 'EMC'];
  const { primitive } = element;
  const language =
    primitive.kind === 'text'
      ? passageLanguage(primitive.layout.lines.map(({ line }) => line.text).join(' '), documentLanguage)
      : null;
  const inLanguage = language ? ` /Lang ${asciiString(language)}` : '';
  return painting
    .element(element)
    .flatMap((part, index) => [
      `/${tag.links[index] ? 'Link' : tag.type} << /MCID ${tag.mcid + index}${inLanguage} >> BDC`,
      ...part,
      'EMC',
    ]);
}

/** Returns the language of a passage in another script than the document's; null if the scripts are the same or the language is unknown. */
export function passageLanguage(text: string, documentLanguage: string): string | null {
  const script = scriptCode(documentLanguage);
  const language = languageOfScript(text, script);
  if (language || script === 'Latn' || script === 'Cyrl' || !hasLatin(text)) return language;
  const detected = detectLanguage(text);
  return detected && scriptOf(detected) === 'Latn' ? detected : null;
}

const scripts = new Map<string, string>();

/** Returns the script of a language. Cached, because it is needed for every text. */
function scriptCode(language: string): string {
  const code = scripts.get(language) ?? scriptOf(language);
  scripts.set(language, code);
  return code;
}
