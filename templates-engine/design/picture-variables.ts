import { type Detail, detail } from '../../errors/detail.ts';
import { kindOf, pictureVariablesOf } from '../elements/kinds.ts';
import { readCondition } from '../elements/shared/reading.ts';
import { definitionIn } from '../variables/properties.ts';
import type { Design } from './design.ts';

type Described = Pick<Design, 'elements' | 'variables'>;

/** The variables whose values name pictures: those that images show, and those that are defined so. */
function pictureVariables({ elements, variables = {} }: Described): string[] {
  const defined = Object.entries(variables).flatMap(([name, { type }]) => (type === 'picture' ? [name] : []));
  return [...new Set([...elements.flatMap(pictureVariablesOf), ...defined])];
}

/** The design with the type of what images show written down, so that forms and checks know it. */
export function withPictureTypes(design: Design): Design {
  const { elements, variables = {} } = design;
  const untyped = elements
    .flatMap(pictureVariablesOf)
    .filter((name) => definitionIn(variables, name).type === undefined);
  if (untyped.length === 0) return design;
  const typed = untyped.map((name) => [name, { ...definitionIn(variables, name), type: 'picture' as const }]);
  // By Object.fromEntries: a variable may be called `__proto__`.
  return { ...design, variables: Object.fromEntries([...Object.entries(variables), ...typed]) };
}

/** Where what an image shows is said to be of another type. */
export function pictureTypeIssues(design: Described): Detail[] {
  const shown = new Set(design.elements.flatMap(pictureVariablesOf));
  return [...shown].flatMap((name) => {
    const { type } = definitionIn(design.variables, name);
    if (type === undefined || type === 'picture') return [];
    return [detail(`variables.${name}.type`, 'picture_type', { type })];
  });
}

/** Where a variable that names a picture is taken for something else: nobody wants to read the name of a picture. */
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
