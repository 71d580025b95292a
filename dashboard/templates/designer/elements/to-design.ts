import { isBuiltIn } from '../../../../templates-engine/text/placeholders.ts';
import { type Design, type Draft, toElement } from '../model/design.ts';
import { draftVariables } from './kinds.ts';

/**
 * The document of a draft. What it says of a variable that is not used at the moment, as while its name is being typed, is
 * left out: a document may not say anything of it, and the draft keeps it.
 */
export function toDesign({ variables, ...draft }: Draft): Design {
  const used = new Set(draftVariables(draft));
  const kept = Object.entries(variables ?? {}).filter(([name]) => used.has(name) || isBuiltIn(name));
  return {
    ...draft,
    elements: draft.elements.map(toElement),
    ...(kept.length > 0 && { variables: Object.fromEntries(kept) }),
  };
}
