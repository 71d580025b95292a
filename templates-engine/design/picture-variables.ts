import { type Detail, detail } from '../../errors/detail.ts';
import { kindOf, pictureVariablesOf } from '../elements/kinds.ts';
import { readCondition } from '../elements/shared/reading.ts';
import { definitionIn } from '../variables/properties.ts';
import type { Design } from './design.ts';

type Described = Pick<Design, 'elements' | 'variables'>;

/** Returns the variables whose values name pictures: those that images show, and those defined with that type. */
function pictureVariables({ elements, variables = {} }: Described): string[] {
  const defined = Object.entries(variables).flatMap(([name, { type }]) => (type === 'picture' ? [name] : []));
  return [...new Set([...elements.flatMap(pictureVariablesOf), ...defined])];
}

/** Returns the design with explicit types for the variables that images show, so that forms and checks know them. */
export function withPictureTypes(design: Design): Design {
  const { elements, variables = {} } = design;
  const untyped = elements
    .flatMap(pictureVariablesOf)
    .filter((name) => definitionIn(variables, name).type === undefined);
  if (untyped.length === 0) return design;
  const typed = untyped.map((name) => [name, { ...definitionIn(variables, name), type: 'picture' as const }]);
  // Object.fromEntries, because a variable can be named `__proto__`.
  return { ...design, variables: Object.fromEntries([...Object.entries(variables), ...typed]) };
}

/** Returns faults for variables that images show and that are defined with another type. */
export function pictureTypeIssues(design: Described): Detail[] {
  const shown = new Set(design.elements.flatMap(pictureVariablesOf));
  return [...shown].flatMap((name) => {
    const { type } = definitionIn(design.variables, name);
    if (type === undefined || type === 'picture') return [];
    return [detail(`variables.${name}.type`, 'picture_type', { type })];
  });
}

/** Returns faults for picture variables used as text or in comparisons, because the name of a picture means nothing to a reader. */
export function pictureUseIssues(design: Described): Detail[] {
  const pictures = new Set(pictureVariables(design));
  return design.elements.flatMap((element, index) =>
    [...kindOf(element).readingsOf(element), ...readCondition('showIf', element.showIf)].flatMap((reading) => {
      const name = reading.variables.find((each) => pictures.has(each));
      if (name === undefined) return [];
      const code = reading.as === 'comparison' ? 'picture_compared' : 'picture_as_text';
      return [detail(`elements[${index}].${reading.path}`, code, { variable: name })];
    }),
  );
}
