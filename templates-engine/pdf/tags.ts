import { detectLanguage } from '../language/detect-language.ts';
import { hasLatin, languageOfScript, scriptOf } from '../language/scripts.ts';
import type { Scene, SceneElement } from '../scene/scene.ts';
import { type GroupTag, tagGroup, tagInGroup } from './group-tags.ts';
import { asciiString } from './syntax.ts';
import { linksOf } from './text-links.ts';

/** An element's tag; null for what has none: an artifact, an empty text. */
export type Tag = ElementTag | GroupTag | null;

export interface ElementTag {
  type: 'H1' | 'P' | 'Figure';
  /** The marked-content identifier of its first part on the page; the others follow. */
  mcid: number;
  /** For each of its parts, on how many places of the page it is a link; 0 is none. */
  links: readonly number[];
}

/** What paints elements: a group calls `mark` for each of its own. */
interface Painting {
  element(element: SceneElement): readonly (readonly string[])[];
  group(element: SceneElement, mark: (element: SceneElement) => string[]): string[];
}

/** Whether an element is a text that shows nothing: it has no tag, and no operators. */
const isBlank = ({ primitive }: SceneElement): boolean =>
  primitive.kind === 'path'
    ? primitive.path.length === 0
    : primitive.kind === 'text' &&
      !primitive.layout.lines.some(({ line }) => /[^\s\p{Default_Ignorable_Code_Point}]/u.test(line.text));

/**
 * The tags of a page's elements, in painting order. Identifiers are given to what doesn't vary first, so that it has the
 * same ones in every certificate. `heading` is the element that is the heading if it has text.
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

/** The sizes that the design gives its texts, before any shrinks; 0 for what is no text. */
export const textSizes = (elements: readonly SceneElement[]): number[] =>
  elements.map(({ primitive, semantics }) =>
    primitive.kind === 'text' && semantics.role === 'text' ? primitive.layout.size : 0,
  );

/** The first of the largest texts that are shown; -1 where there is none. */
function headingOf(sizes: readonly number[], isShown: (index: number) => boolean): number {
  const largest = Math.max(0, ...sizes.filter((_, index) => isShown(index)));
  return largest === 0 ? -1 : sizes.findIndex((size, index) => size === largest && isShown(index));
}

/** The operators of an element's parts as marked content; `documentLanguage` is BCP 47. */
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

/** The language of a passage in another script than the document's; null where it is the document's, or can't be told. */
export function passageLanguage(text: string, documentLanguage: string): string | null {
  const script = scriptCode(documentLanguage);
  const language = languageOfScript(text, script);
  if (language || script === 'Latn' || script === 'Cyrl' || !hasLatin(text)) return language;
  const detected = detectLanguage(text);
  return detected && scriptOf(detected) === 'Latn' ? detected : null;
}

const scripts = new Map<string, string>();

/** Of every text the document's language is asked. */
function scriptCode(language: string): string {
  const code = scripts.get(language) ?? scriptOf(language);
  scripts.set(language, code);
  return code;
}
