import { type Design, type Draft, toElement } from '../model/design.ts';
import { draftBuiltIns, draftVariables } from './kinds.ts';

/**
 * Returns a draft as a document. Omits definitions of variables that are not used, for example while a name is being typed: a document must
 * not contain them, but the draft keeps them.
 */
export function toDesign({ variables, ...draft }: Draft): Design {
  const used = new Set([...draftVariables(draft), ...draftBuiltIns(draft)]);
  const kept = Object.entries(variables ?? {}).filter(([name]) => used.has(name));
  return {
    ...draft,
    elements: draft.elements.map(toElement),
    ...(kept.length > 0 && { variables: Object.fromEntries(kept) }),
  };
}
