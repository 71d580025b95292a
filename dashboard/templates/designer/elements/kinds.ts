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

/** All kinds of elements, in toolbar order. */
const KINDS: Readonly<{ [Type in ElementType]: ElementKind<ElementOf<Type>> }> = { text, shape, qr, image, markup };

export const kindOf = <Type extends ElementType>(element: { type: Type }): ElementKind<ElementOf<Type>> =>
  KINDS[element.type];

export const isElementType = (type: unknown): type is ElementType =>
  typeof type === 'string' && Object.hasOwn(KINDS, type);

export const CREATORS = Object.values(KINDS).flatMap<Creator>(({ creators }) => creators);

/** Returns the creator that makes an element from a pasted file. */
export const creatorFor = (file: File): FileCreator | undefined =>
  CREATORS.find((creator) => 'createFrom' in creator && creator.takes(file)) as FileCreator | undefined;

/** An edit creates new objects only for what it changes, so each object is read once. */
const read = new WeakMap<DesignElement, readonly string[]>();

function elementVariables(item: DesignElement): readonly string[] {
  const condition = item.showIf ? [item.showIf.variable] : [];
  const known = read.get(item) ?? [...variablesOf(kindOf(item).contentOf(item)), ...condition];
  read.set(item, known);
  return known;
}

/** Returns all variables of a draft, in order of first appearance. */
function allVariables({ elements, language }: Pick<Draft, 'elements' | 'language'>): string[] {
  const ofElements = elements.flatMap(elementVariables);
  const ofLanguage = typeof language === 'object' ? [language.variable] : [];
  return [...new Set([...ofElements, ...ofLanguage])].filter((name) => name !== '');
}

/** Returns the variables whose values are given with each certificate. */
export const draftVariables = (draft: Pick<Draft, 'elements' | 'language'>): string[] =>
  allVariables(draft).filter((name) => !isBuiltIn(name));

/** Returns the used variables that the platform fills in. */
export const draftBuiltIns = (draft: Pick<Draft, 'elements' | 'language'>): string[] =>
  allVariables(draft).filter((name) => isBuiltIn(name));

/**
 * Returns the definitions of a draft's variables. Variables that supply an element's picture have the type `picture`, even if not declared.
 */
export function draftDefinitions({ elements, variables }: Pick<Draft, 'elements' | 'variables'>): VariableDefinitions {
  const pictures = elements.flatMap((item) => kindOf(item).pictureVariableOf?.(item) ?? []);
  const typed = pictures.map((name) => [name, { ...definitionIn(variables, name), type: 'picture' }] as const);
  return { ...variables, ...Object.fromEntries(typed) };
}

/** Returns a function that fills in placeholders in an element's content. Results are cached. */
export function shownContents(values: Readonly<Record<string, string>>): (element: DesignElement) => string {
  const filled = new Map(Object.entries(values));
  const known = new WeakMap<DesignElement, string>();
  return (element) => {
    const content = known.get(element) ?? fill(readPlaceholders(kindOf(element).contentOf(element)), filled);
    known.set(element, content);
    return content;
  };
}

/** Returns a new element that shows a variable, as text or as the picture that its value names. */
export function newVariableElement(draft: Draft, name: string): DesignElement {
  const isPicture = definitionIn(draftDefinitions(draft), name).type === 'picture';
  const [made] = Object.values(KINDS).flatMap((kind) => kind.showVariable?.(name, isPicture, draft.page) ?? []);
  if (!made) throw new Error('no element kind shows variables');
  return made;
}

/** Returns the editor of an element's content on the page; undefined if it has none. */
export function inlineOf<Type extends ElementType>(element: ElementOf<Type>): ElementKind<ElementOf<Type>>['inline'] {
  const { inline } = kindOf(element as { type: Type });
  return inline && (inline.isFor?.(element) ?? true) ? inline : undefined;
}

/** Returns an element's name for lists and screen readers. A name given by the user comes first. */
export function nameOf(element: DesignElement): string {
  if (element.editor?.name !== undefined) return element.editor.name;
  const { titleOf, detailOf } = kindOf(element);
  const detail = detailOf(element).slice(0, 60);
  return detail ? `${titleOf(element)}: ${detail}` : titleOf(element);
}

/** Returns a shorter name for use next to the icon of its kind. */
export function shortNameOf(element: DesignElement): string {
  const { titleOf, detailOf } = kindOf(element);
  const detail = withoutBraces(detailOf(element));
  return element.editor?.name ?? (detail.slice(0, 60) || titleOf(element));
}
