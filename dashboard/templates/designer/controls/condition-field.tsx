import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Autocomplete, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { isMet } from '../../../../templates-engine/elements/shared/is-met.ts';
import { definitionIn } from '../../../../templates-engine/variables/properties.ts';
import type { Condition } from '../model/design.ts';
import { useEditor } from '../model/editor-context.ts';
import { nameError } from '../model/variables.ts';
import { choices } from './choices.ts';
import { LinesArea } from './lines-area.tsx';

const OPERATORS = {
  is: t({ message: 'is', context: 'condition of a variable' }),
  isNot: t({ message: 'is not', context: 'condition of a variable' }),
  oneOf: t({ message: 'is one of', context: 'condition of a variable' }),
  isEmpty: t({ message: 'is empty', context: 'condition of a variable' }),
  isNotEmpty: t({ message: 'is not empty', context: 'condition of a variable' }),
};
type Operator = keyof typeof OPERATORS;
/** Pictures cannot be compared, only tested for presence. */
const OF_PICTURES: Partial<Record<Operator, string>> = {
  isNotEmpty: t({ message: 'is given', context: 'condition of a picture' }),
  isEmpty: t({ message: 'is missing', context: 'condition of a picture' }),
};

const operatorOf = (condition: Condition): Operator =>
  (Object.keys(OPERATORS) as Operator[]).find((name) => condition[name] !== undefined) ?? 'isNotEmpty';

/** Returns a condition with another operator. Keeps the text that was entered for the previous one. */
function withOperator({ variable, is, isNot, oneOf }: Condition, operator: Operator): Condition {
  const text = is ?? isNot ?? oneOf?.[0] ?? '';
  const values = { is: text, isNot: text, oneOf: oneOf ?? [text], isEmpty: true, isNotEmpty: true } as const;
  return { variable, [operator]: values[operator] };
}

interface ConditionFieldProps {
  /** Label of the condition, for example “Show this element”. */
  label: string;
  /** undefined: always. */
  condition: Condition | undefined;
  /** Names that a condition can use. */
  names: readonly string[];
  /** True if the selected elements have different conditions. */
  isMixed?: boolean;
  onChange: (condition: Condition | undefined) => void;
}

/** Edits when something is shown: always, or depending on a variable. */
export function ConditionField({ label, condition, names, isMixed = false, onChange }: ConditionFieldProps) {
  const { dispatch } = useEditor();
  const first = names[0] ?? 'name';
  return (
    // Each field is a step, so that an undo restores the others.
    <Stack gap="xs" onBlur={() => dispatch({ type: 'settle' })}>
      <NativeSelect
        size="xs"
        label={label}
        {...choices(
          [
            { value: 'always', label: t`Always` },
            { value: 'if', label: t`Only if a condition is met` },
          ],
          condition ? 'if' : 'always',
          isMixed,
        )}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === 'if' ? { variable: first, isNotEmpty: true } : undefined)
        }
      />
      {condition && !isMixed && <ConditionFields condition={condition} names={names} onChange={onChange} />}
    </Stack>
  );
}

interface ConditionFieldsProps {
  condition: Condition;
  onChange: (condition: Condition) => void;
}

function ConditionFields({ condition, names, onChange }: ConditionFieldsProps & Pick<ConditionFieldProps, 'names'>) {
  const { definitions } = useEditor();
  const operator = operatorOf(condition);
  const isPicture = (variable: string) => definitionIn(definitions, variable).type === 'picture';
  // A variable can become a picture after its condition was set. Its comparison stays listed until another operator is chosen.
  const operators = isPicture(condition.variable)
    ? Object.entries({ ...(!(operator in OF_PICTURES) && { [operator]: OPERATORS[operator] }), ...OF_PICTURES })
    : Object.entries(OPERATORS);
  const choose = (variable: string) =>
    onChange(
      isPicture(variable) && !(operator in OF_PICTURES) ? { variable, isNotEmpty: true } : { ...condition, variable },
    );
  return (
    <>
      <Autocomplete
        size="xs"
        label={t`Variable`}
        data={[...new Set(names)]}
        error={nameError(condition.variable)}
        value={condition.variable}
        onChange={choose}
      />
      <NativeSelect
        size="xs"
        label={t`Condition`}
        data={operators.map(([value, label]) => ({ value, label }))}
        value={operator}
        onChange={({ currentTarget }) => onChange(withOperator(condition, currentTarget.value as Operator))}
      />
      {(operator === 'is' || operator === 'isNot') && (
        <ValueField condition={condition} operator={operator} onChange={onChange} />
      )}
      {operator === 'oneOf' && <ValuesField condition={condition} onChange={onChange} />}
      <Unmet condition={condition} />
    </>
  );
}

/** Explains that the canvas hides the edited element because the sample values do not meet its condition. */
function Unmet({ condition }: { condition: Condition }) {
  const { values, variables, definitions, showTab } = useEditor();
  const sample = values[condition.variable];
  // The values of a table's rows are not known here.
  if (sample === undefined || !variables.includes(condition.variable)) return null;
  if (isMet(condition, { raw: () => sample })) return null;
  const isPicture = definitionIn(definitions, condition.variable).type === 'picture';
  const { variable } = condition;
  const show = () => showTab('variables');
  return (
    <Text size="xs" c="dimmed">
      {isPicture ? (
        <Trans>
          Hidden on this page, where {variable} has a picture.{' '}
          <Anchor component="button" type="button" size="xs" onClick={show}>
            Try another value
          </Anchor>
        </Trans>
      ) : (
        <Trans>
          Hidden on this page, where {variable} is “{sample}”.{' '}
          <Anchor component="button" type="button" size="xs" onClick={show}>
            Try another value
          </Anchor>
        </Trans>
      )}
    </Text>
  );
}

function ValueField({ condition, operator, onChange }: ConditionFieldsProps & { operator: 'is' | 'isNot' }) {
  const { definitions } = useEditor();
  const { options } = definitionIn(definitions, condition.variable);
  const value = condition[operator] ?? '';
  const set = ({ currentTarget }: { currentTarget: { value: string } }) =>
    onChange({ variable: condition.variable, [operator]: currentTarget.value });
  if (!options) return <TextInput size="xs" label={t`Value`} value={value} onChange={set} />;
  return (
    <NativeSelect
      size="xs"
      label={t`Value`}
      data={[...new Set(['', value, ...options])]}
      value={value}
      onChange={set}
    />
  );
}

function ValuesField({ condition: { variable, oneOf = [] }, onChange }: ConditionFieldsProps) {
  return (
    <LinesArea
      label={t`Values`}
      description={t`One per line`}
      value={oneOf}
      read={(typed) => typed.split('\n')}
      onChange={(values) => onChange({ variable, oneOf: values })}
    />
  );
}
