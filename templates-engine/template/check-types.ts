import type { RenderProblem } from '../scene/render-error.ts';
import type { Values } from '../text/placeholders.ts';
import { valueFaults } from '../variables/check-value.ts';
import { isLanguageVariable } from '../variables/details.ts';
import { definitionIn } from '../variables/properties.ts';
import type { CompiledTemplate } from './compile.ts';

/** Returns problems for values that do not have the type of their variable. */
export function typeProblems(template: CompiledTemplate, values: Values): RenderProblem[] {
  const { design, variables } = template;
  if (!design.variables && typeof design.language !== 'object') return [];
  return [...values].flatMap(([name, value]): RenderProblem[] => {
    const faults = valueFaults(definitionIn(design.variables, name), value, isLanguageVariable(design, name));
    const element = Math.max(
      0,
      variables.findIndex((names) => names.includes(name)),
    );
    return faults.map(({ code, message, params }) => ({ variable: name, element, code, message, params }));
  });
}
