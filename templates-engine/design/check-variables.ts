import { isBuiltIn } from '../text/placeholders.ts';
import { valueFault } from '../variables/check-value.ts';
import { type DescribedDesign, isLanguageVariable } from '../variables/details.ts';
import { definitionIn, type VariableDefinition } from '../variables/properties.ts';
import type { DesignIssue } from './describe-issue.ts';
import { MAX_VARIABLES } from './properties.ts';

/** What is wrong with a document's variables beside its elements: `detected` without the built-in ones, `used` with them. */
export function variableIssues(
  design: DescribedDesign,
  detected: readonly string[],
  used: readonly string[],
): DesignIssue[] {
  const tooMany = { path: 'elements', message: `takes at most ${MAX_VARIABLES} variables, got ${detected.length}` };
  return [
    ...(detected.length > MAX_VARIABLES ? [tooMany] : []),
    ...nameIssues(design, detected),
    ...(isLanguageVariable(design, design.recipientNameVariable)
      ? [{ path: 'language.variable', message: "takes another variable than that of the recipient's name" }]
      : []),
    ...Object.entries(design.variables ?? {}).flatMap(([name, definition]) =>
      (used.includes(name) ? definitionIssues(design, name, definition) : [unused(detected)]).map(
        ({ path, message }) => ({ path: `variables.${name}${path}`, message }),
      ),
    ),
  ];
}

function nameIssues({ recipientNameVariable: name, variables }: DescribedDesign, detected: readonly string[]) {
  const path = 'recipientNameVariable';
  const { type = 'text' } = definitionIn(variables, name);
  if (!detected.includes(name)) {
    const uses = detected.join(', ') || 'it uses none';
    return [{ path, message: `takes a variable that the design uses (${uses}), got ${JSON.stringify(name)}` }];
  }
  if (type === 'text' || type === 'choice') return [];
  return [{ path, message: `takes a variable of type text or choice, got one of type ${type}` }];
}

const unused = (detected: readonly string[]): DesignIssue => ({
  path: '',
  message: `is no variable that the design uses (${detected.join(', ') || 'it uses none'})`,
});

/** Paths begin behind the variable's own. */
function definitionIssues(design: DescribedDesign, name: string, definition: VariableDefinition): DesignIssue[] {
  if (isBuiltIn(name)) return builtInIssues(name, definition);
  const isLanguageTag = isLanguageVariable(design, name);
  const values = [
    ['.default', definition.default],
    ['.sample', definition.sample],
    ...(isLanguageTag
      ? (definition.options ?? []).map((option, index) => [`.options[${index}]`, option] as const)
      : []),
  ] as const;
  const faults: DesignIssue[] = values.flatMap(([path, value]) => {
    const message = value === undefined ? null : valueFault(definition, value, isLanguageTag);
    return message === null ? [] : [{ path, message }];
  });
  const { type = 'text' } = definition;
  if (isLanguageTag && type !== 'text' && type !== 'choice')
    faults.push({ path: '.type', message: `takes text or choice for the variable of the language, got ${type}` });
  return faults;
}

/** The platform gives the built-in variables their values: all that a design says of one is how the day of issue is written. */
function builtInIssues(name: string, { type, format: _, ...others }: VariableDefinition): DesignIssue[] {
  if (name !== 'issuedOn') return [{ path: '', message: 'is built in: the platform gives it its value' }];
  const issues = Object.keys(others).map((member) => ({
    path: `.${member}`,
    message: 'is not for a built-in variable, which takes type and format',
  }));
  return type === 'date' ? issues : [...issues, { path: '.type', message: 'takes date: it is built in' }];
}
