import { below, type Detail, detail } from '../../errors/detail.ts';
import { isBuiltIn, isBuiltInDay } from '../text/placeholders.ts';
import { valueFaults } from '../variables/check-value.ts';
import { type DescribedDesign, isLanguageVariable } from '../variables/details.ts';
import { definitionIn, type VariableDefinition } from '../variables/properties.ts';
import type { Design } from './design.ts';
import { MAX_VARIABLES } from './properties.ts';

/** Returns the faults of a document's variables outside its elements. `used` includes the built-in variables, `detected` does not. */
export function variableIssues(
  design: DescribedDesign & Pick<Design, 'requests'>,
  detected: readonly string[],
  used: readonly string[],
): Detail[] {
  const tooMany = { count: detected.length, most: MAX_VARIABLES };
  return [
    ...(detected.length > MAX_VARIABLES ? [detail('elements', 'too_many_variables', tooMany)] : []),
    ...nameIssues(design, detected),
    ...requestIssues(design, detected),
    ...(isLanguageVariable(design, design.recipientNameVariable)
      ? [detail('language.variable', 'recipient_name_as_language')]
      : []),
    ...Object.entries(design.variables ?? {}).flatMap(([name, definition]) =>
      below(
        `variables.${name}`,
        used.includes(name) ? definitionIssues(design, name, definition) : [notUsed('', detected)],
      ),
    ),
  ];
}

function nameIssues({ recipientNameVariable: name, variables }: DescribedDesign, detected: readonly string[]) {
  const path = 'recipientNameVariable';
  const { type = 'text' } = definitionIn(variables, name);
  if (!detected.includes(name)) return [notUsed(path, detected)];
  if (type === 'text' || type === 'choice') return [];
  return [detail(path, 'wrong_variable_type', { type, accepted: OF_TEXT })];
}

const OF_TEXT = 'text or choice';

/** Returns the faults of the variables that recipients may ask to change. A recipient cannot name a picture. */
function requestIssues(
  { requests, variables }: DescribedDesign & Pick<Design, 'requests'>,
  detected: readonly string[],
) {
  return (requests?.variables ?? []).flatMap((name, index) => {
    const path = `requests.variables[${index}]`;
    const { type } = definitionIn(variables, name);
    if (!detected.includes(name)) return [notUsed(path, detected)];
    return type === 'picture' ? [detail(path, 'wrong_variable_type', { type, accepted: ASKED })] : [];
  });
}

const ASKED = 'text, date, number or choice';

const notUsed = (path: string, detected: readonly string[]): Detail =>
  detail(path, 'variable_not_used', detected.length > 0 ? { variables: detected } : {});

/** Returns the faults of a definition. Paths are relative to the variable. */
function definitionIssues(design: DescribedDesign, name: string, definition: VariableDefinition): Detail[] {
  if (isBuiltIn(name)) return builtInIssues(name, definition);
  const isLanguageTag = isLanguageVariable(design, name);
  const values = [
    ['default', definition.default],
    ['sample', definition.sample],
    ...(isLanguageTag ? (definition.options ?? []).map((option, index) => [`options[${index}]`, option] as const) : []),
  ] as const;
  const faults = values.flatMap(([path, value]) =>
    value === undefined ? [] : below(path, valueFaults(definition, value, isLanguageTag)),
  );
  const { type = 'text' } = definition;
  if (isLanguageTag && type !== 'text' && type !== 'choice')
    faults.push(detail('type', 'wrong_variable_type', { type, accepted: OF_TEXT }));
  return faults;
}

/**
 * Returns the faults of a built-in variable's definition. The platform provides the value, so a design can only set the format of the
 * dates.
 */
function builtInIssues(name: string, { type, format: _, ...others }: VariableDefinition): Detail[] {
  if (!isBuiltInDay(name)) return [detail('', 'built_in_variable')];
  const wrong = [...Object.keys(others), ...(type === 'date' ? [] : ['type'])];
  return wrong.map((member) => detail(member, 'built_in_variable'));
}
