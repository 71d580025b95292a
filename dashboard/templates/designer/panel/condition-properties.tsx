import { Autocomplete, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { definitionIn } from '../../../../templates-engine/variables/properties.ts';
import { useMembers } from '../controls/use-members.ts';
import type { Condition, Item } from '../model/design.ts';
import { useEditor } from '../model/editor-context.ts';
import { nameError } from '../model/variables.ts';

const OPERATORS = {
  is: 'is',
  isNot: 'is not',
  oneOf: 'is one of',
  isEmpty: 'is empty',
  isNotEmpty: 'is not empty',
} as const;
type Operator = keyof typeof OPERATORS;
/** What names a picture is compared with nothing. */
const OF_PICTURES: readonly string[] = ['isEmpty', 'isNotEmpty'] satisfies Operator[];

const operatorOf = (condition: Condition): Operator =>
  (Object.keys(OPERATORS) as Operator[]).find((name) => condition[name] !== undefined) ?? 'isNotEmpty';

/** The value of an operator that takes a text, what was said with another one kept. */
function withOperator({ variable, is, isNot, oneOf }: Condition, operator: Operator): Condition {
  const text = is ?? isNot ?? oneOf?.[0] ?? '';
  const values = { is: text, isNot: text, oneOf: oneOf ?? [text], isEmpty: true, isNotEmpty: true } as const;
  return { variable, [operator]: values[operator] };
}

/** When an element is shown: always, or depending on a variable. */
export function ConditionProperties({ item }: { item: Item }) {
  const { variables } = useEditor();
  const change = useMembers(item);
  const { showIf } = item;
  const first = variables[0] ?? 'name';
  return (
    <Stack gap="xs">
      <NativeSelect
        size="xs"
        label="Show this element"
        data={[
          { value: 'always', label: 'Always' },
          { value: 'if', label: 'Only if a condition is met' },
        ]}
        value={showIf ? 'if' : 'always'}
        onChange={({ currentTarget }) =>
          change({ showIf: currentTarget.value === 'if' ? { variable: first, isNotEmpty: true } : undefined })
        }
      />
      {showIf && <ConditionFields condition={showIf} onChange={(condition) => change({ showIf: condition })} />}
    </Stack>
  );
}

interface ConditionFieldsProps {
  condition: Condition;
  onChange: (condition: Condition) => void;
}

function ConditionFields({ condition, onChange }: ConditionFieldsProps) {
  const { draft, variables } = useEditor();
  const operator = operatorOf(condition);
  const isPicture = definitionIn(draft.variables, condition.variable).type === 'picture';
  return (
    <>
      <Autocomplete
        size="xs"
        label="Variable"
        data={[...variables]}
        error={nameError(condition.variable)}
        value={condition.variable}
        onChange={(variable) => onChange({ ...condition, variable })}
      />
      <NativeSelect
        size="xs"
        label="Condition"
        data={Object.entries(OPERATORS).flatMap(([value, label]) =>
          isPicture && value !== operator && !OF_PICTURES.includes(value) ? [] : [{ value, label }],
        )}
        value={operator}
        onChange={({ currentTarget }) => onChange(withOperator(condition, currentTarget.value as Operator))}
      />
      {(operator === 'is' || operator === 'isNot') && (
        <ValueField condition={condition} operator={operator} onChange={onChange} />
      )}
      {operator === 'oneOf' && <ValuesField condition={condition} onChange={onChange} />}
    </>
  );
}

function ValueField({ condition, operator, onChange }: ConditionFieldsProps & { operator: 'is' | 'isNot' }) {
  const { draft } = useEditor();
  const { options } = definitionIn(draft.variables, condition.variable);
  const value = condition[operator] ?? '';
  const set = ({ currentTarget }: { currentTarget: { value: string } }) =>
    onChange({ variable: condition.variable, [operator]: currentTarget.value });
  if (!options) return <TextInput size="xs" label="Value" value={value} onChange={set} />;
  return (
    <NativeSelect size="xs" label="Value" data={[...new Set(['', value, ...options])]} value={value} onChange={set} />
  );
}

function ValuesField({ condition: { variable, oneOf = [] }, onChange }: ConditionFieldsProps) {
  const [typed, setTyped] = useState(oneOf.join('\n'));
  return (
    <Textarea
      size="xs"
      label="Values"
      description="One per line"
      autosize
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange({ variable, oneOf: currentTarget.value.split('\n') });
      }}
    />
  );
}
