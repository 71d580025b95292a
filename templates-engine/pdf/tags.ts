import { detectLanguage } from '../language/detect-language.ts';
import { hasLatin, languageOfScript, scriptOf } from '../language/scripts.ts';
import type { Scene, SceneElement, StructureNode } from '../scene/scene.ts';
import { type GroupTag, tagGroup } from './group-tags.ts';
import { asciiString } from './syntax.ts';

/** A tag and its marked-content identifier on the page; null for what has none: an artifact, an empty text. */
export type Tag = { type: 'H1' | 'P' | 'Figure'; mcid: number } | GroupTag | null;

/** Whether an element is a text that shows nothing: it has no tag, and no operators. */
const isBlank = ({ primitive }: SceneElement): boolean =>
  primitive.kind === 'text' &&
  !primitive.layout.lines.some(({ line }) => /[^\s\p{Default_Ignorable_Code_Point}]/u.test(line.text));

/**
 * The tags of a page's elements, in painting order. Identifiers are given to what doesn't vary first, so that it has the
 * same ones in every certificate. `heading` is the element that is the heading if it has text.
 */
export function tagElements(elements: readonly SceneElement[], sizes: readonly number[], page: Scene['page']): Tag[] {
  const blank = elements.map(isBlank);
  const heading = headingOf(sizes, (index) => blank[index] === false);
  const isTagged = ({ semantics }: SceneElement, index: number) => semantics.role !== 'artifact' && !blank[index];
  const isShown = (element: SceneElement) => !isBlank(element);
  const fixed = elements.filter((element, index) => !element.isVariable && isTagged(element, index));
  const next = { fixed: 0, variable: fixed.reduce((sum, element) => sum + shownIn(element), 0) };
  return elements.map((element, index) => {
    if (!isTagged(element, index)) return null;
    const counter = element.isVariable ? 'variable' : 'fixed';
    const mcid = next[counter];
    if (element.primitive.kind === 'group') {
      const tag = tagGroup(element, element.primitive.structure, mcid, { isShown, page });
      next[counter] += tag.mcids.size;
      return tag;
    }
    next[counter]++;
    if (element.semantics.role !== 'text') return { type: 'Figure', mcid };
    return { type: index === heading ? 'H1' : 'P', mcid };
  });
}

/** How many identifiers an element takes: a group has one for each of its elements that says something. */
const shownIn = ({ primitive }: SceneElement): number =>
  primitive.kind === 'group' ? primitive.structure.reduce((sum, node) => sum + shownInNode(node), 0) : 1;

const shownInNode = (node: StructureNode | SceneElement): number =>
  'type' in node ? node.children.reduce((sum, child) => sum + shownInNode(child), 0) : isBlank(node) ? 0 : 1;

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

/** Marks the operators of an element inside of a group. */
export type Mark = (element: SceneElement, paint: () => readonly string[]) => readonly string[];

/** An element's operators as marked content; `documentLanguage` is BCP 47. */
export function marked(
  tag: Tag,
  element: SceneElement,
  documentLanguage: string,
  operators: (mark: Mark) => readonly string[],
): string[] {
  if (isBlank(element)) return [];
  if (tag?.type === 'Group') return markedGroup(tag, documentLanguage, operators);
  const plain: Mark = (_, paint) => paint();
  if (!tag) return ['/Artifact BMC', ...operators(plain), 'EMC'];
  const { primitive } = element;
  const language =
    primitive.kind === 'text'
      ? passageLanguage(primitive.layout.lines.map(({ line }) => line.text).join(' '), documentLanguage)
      : null;
  const properties = `<< /MCID ${tag.mcid}${language ? ` /Lang ${asciiString(language)}` : ''} >>`;
  return [`/${tag.type} ${properties} BDC`, ...operators(plain), 'EMC'];
}

/** Each of a group's elements by itself: what its structure has under its identifier, the rest as decoration. */
function markedGroup(
  { mcids }: GroupTag,
  documentLanguage: string,
  operators: (mark: Mark) => readonly string[],
): string[] {
  return [
    ...operators((element, paint) => {
      const mcid = mcids.get(element);
      const type = element.semantics.role === 'figure' ? 'Figure' : 'P';
      return marked(mcid === undefined ? null : { type, mcid }, element, documentLanguage, paint);
    }),
  ];
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
