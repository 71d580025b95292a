import { fill, isBuiltIn, readPlaceholders, withoutBraces } from '../../../../templates-engine/text/placeholders.ts';
import { definitionIn, type VariableDefinitions } from '../../../../templates-engine/variables/properties.ts';
import type { DesignElement, Draft, ElementOf, ElementType } from '../model/design.ts';
import type { Creator, ElementKind, FileCreator } from '../model/element-kind.ts';
import { variablesOf } from '../model/variables.ts';
import { image } from './image/kind.ts';
import { markup } from './markup/kind.ts';
import { qr } from './qr/kind.ts';
import { shape } from './shape/kind.ts';
import { text } from './text/kind.ts';

/** Every kind of element that a design may have, in the order of the toolbar. */
const KINDS: Readonly<{ [Type in ElementType]: ElementKind<ElementOf<Type>> }> = { text, shape, qr, image, markup };

export const kindOf = <Type extends ElementType>(element: { type: Type }): ElementKind<ElementOf<Type>> =>
  KINDS[element.type];

export const isElementType = (type: unknown): type is ElementType =>
  typeof type === 'string' && Object.hasOwn(KINDS, type);

export const CREATORS = Object.values(KINDS).flatMap<Creator>(({ creators }) => creators);

/** The creator that makes an element of a pasted file. */
export const creatorFor = (file: File): FileCreator | undefined =>
  CREATORS.find((creator) => 'createFrom' in creator && creator.takes(file)) as FileCreator | undefined;

/** An edit makes another object of what it changes alone: nothing is read twice. */
const read = new WeakMap<DesignElement, readonly string[]>();

function elementVariables(item: DesignElement): readonly string[] {
  const condition = item.showIf ? [item.showIf.variable] : [];
  const known = read.get(item) ?? [...variablesOf(kindOf(item).contentOf(item)), ...condition];
  read.set(item, known);
  return known;
}

/** The variables whose values are given with each certificate, in the order of their first appearance. */
export function draftVariables({ elements, language }: Pick<Draft, 'elements' | 'language'>): string[] {
  const ofElements = elements.flatMap(elementVariables);
  const ofLanguage = typeof language === 'object' ? [language.variable] : [];
  return [...new Set([...ofElements, ...ofLanguage])].filter((name) => name !== '' && !isBuiltIn(name));
}

/** The definitions of a draft's variables; those that name pictures of elements have that type, written down or not. */
export function draftDefinitions({ elements, variables }: Pick<Draft, 'elements' | 'variables'>): VariableDefinitions {
  const pictures = elements.flatMap((item) => kindOf(item).pictureVariableOf?.(item) ?? []);
  const typed = pictures.map((name) => [name, { ...definitionIn(variables, name), type: 'picture' }] as const);
  return { ...variables, ...Object.fromEntries(typed) };
}

/** Elements' contents with values in their placeholders; each is worked out once. */
export function shownContents(values: Readonly<Record<string, string>>): (element: DesignElement) => string {
  const filled = new Map(Object.entries(values));
  const known = new WeakMap<DesignElement, string>();
  return (element) => {
    const content = known.get(element) ?? fill(readPlaceholders(kindOf(element).contentOf(element)), filled);
    known.set(element, content);
    return content;
  };
}

/** A new element that shows a variable: a text, or the picture that its values name. */
export function newVariableElement(draft: Draft, name: string): DesignElement {
  const isPicture = definitionIn(draftDefinitions(draft), name).type === 'picture';
  const [made] = Object.values(KINDS).flatMap((kind) => kind.showVariable?.(name, isPicture, draft.page) ?? []);
  if (!made) throw new Error('no kind of element shows variables');
  return made;
}

/** What an element's line in a list says, and what a screen reader calls it: the name that people gave it comes first. */
export function nameOf(element: DesignElement): string {
  if (element.editor?.name !== undefined) return element.editor.name;
  const { titleOf, detailOf } = kindOf(element);
  const detail = detailOf(element).slice(0, 60);
  return detail ? `${titleOf(element)}: ${detail}` : titleOf(element);
}

/** The same beside a picture of its kind. */
export function shortNameOf(element: DesignElement): string {
  const { titleOf, detailOf } = kindOf(element);
  const detail = withoutBraces(detailOf(element));
  return element.editor?.name ?? (detail.slice(0, 60) || titleOf(element));
}
