import { kindOf, pictureVariablesOf } from '../elements/kinds.ts';
import { placeholdersOf } from '../text/placeholders.ts';
import { definitionIn } from '../variables/properties.ts';
import type { DesignIssue } from './describe-issue.ts';
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

/** Where a variable that names a picture is taken for a text, or a text for a picture. */
export function pictureIssues(design: Described): DesignIssue[] {
  const shown = new Set(design.elements.flatMap(pictureVariablesOf));
  const types = [...shown].flatMap((name) => {
    const { type } = definitionIn(design.variables, name);
    if (type === undefined || type === 'picture') return [];
    return [{ path: `variables.${name}.type`, message: `takes picture, as an image shows it, got ${type}` }];
  });
  return [...types, ...textIssues(design, new Set(pictureVariables(design)))];
}

/** Nobody wants to read the name of a picture. */
const textIssues = ({ elements }: Described, pictures: ReadonlySet<string>): DesignIssue[] =>
  elements.flatMap((element, index) => {
    const names = kindOf(element)
      .textsOf(element)
      .flatMap((text) => placeholdersOf(text) ?? []);
    const name = names.find((each) => pictures.has(each));
    if (name === undefined) return [];
    return [{ path: `elements[${index}]`, message: `shows {{${name}}} as a text: its value names a picture` }];
  });
