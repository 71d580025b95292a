import { t } from '@lingui/core/macro';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { joined } from '../language/joined.ts';
import type { Variable } from './recipients.ts';

/** Arabic and Hebrew start on the right. */
const ALONG = { input: { textAlign: 'start' } } as const;

interface VariableInputProps {
  /** Undefined for a field that is not a variable. */
  variable: Pick<Variable, 'type' | 'format' | 'options' | 'default' | 'sample' | 'required'> | undefined;
  value: string;
  onChange: (value: string) => void;
  label?: string;
  'aria-label'?: string;
  'data-field'?: string;
  description?: ReactNode;
  error?: ReactNode;
  size?: 'xs' | 'sm';
  /** Marks the label and announces it to screen readers. */
  required?: boolean;
  /** True if a text can have several lines. */
  isMultiline?: boolean;
  /** Handles keys of text inputs only. */
  onKeyDown?: (event: KeyboardEvent) => void;
  onBlur?: () => void;
}

/** Field for a variable's value according to its type. A value that does not fit such a field is shown as text. */
export function VariableInput({ variable, onChange, onKeyDown, isMultiline = false, ...props }: VariableInputProps) {
  const hint = hintOf(variable);
  const common = {
    ...props,
    ...(hint && { placeholder: hint }),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (variable?.type === 'choice') return <NativeSelect {...common} data={choicesOf(variable, props.value)} />;
  if (variable?.type === 'date') return <TextInput {...common} type={dateFieldFor(variable, props.value)} />;
  // In the inputs above, the arrow keys change the value.
  const typed = { ...common, ...(onKeyDown && { onKeyDown }) };
  if (variable?.type === 'number') return <TextInput {...typed} inputMode="decimal" />;
  if (!isMultiline) return <TextInput {...typed} dir="auto" styles={ALONG} />;
  return <Textarea {...common} dir="auto" styles={ALONG} autosize minRows={1} />;
}

/** Returns the default, or else the sample, marked as an example. */
const hintOf = (variable: VariableInputProps['variable']): string | undefined =>
  variable?.default || (variable?.sample ? t`For example: ${{ sample: variable.sample }}` : undefined);

/** Returns the options, an empty one for none or the default, and the given value if it is not an option. */
function choicesOf(
  { options, default: fallback, required }: Pick<Variable, 'options' | 'default' | 'required'>,
  value: string,
) {
  const known = options ?? [];
  const none = fallback
    ? t`Default: ${fallback}`
    : required
      ? t`Choose one`
      : t({ message: 'None', context: 'option' });
  return [
    { value: '', label: none },
    ...known.map((option) => ({ value: option, label: option })),
    ...(value === '' || known.includes(value) ? [] : [{ value, label: t`${value} (not an option)` }]),
  ];
}

/** Returns the input type: a date, a date and time if the format shows a time, or text for values that neither can hold. */
function dateFieldFor({ format }: Pick<Variable, 'format'>, value: string): 'date' | 'datetime-local' | 'text' {
  const hasTime = typeof format === 'object' && format !== null && ('timeStyle' in format || 'hour' in format);
  if (hasTime) return /^(\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?)?$/.test(value) ? 'datetime-local' : 'text';
  return /^(\d{4}-\d\d-\d\d)?$/.test(value) ? 'date' : 'text';
}

/**
 * Returns the values that a variable accepts, for users who fill in a table: as a remark among others, and as a sentence. Null if it
 * accepts any text.
 */
export function takesOf({
  type,
  options,
}: Pick<Variable, 'type' | 'options'>): { remark: string; sentence: string } | null {
  if (type === 'date') return { remark: t`dates like 2026-11-20`, sentence: t`Accepts dates like 2026-11-20` };
  if (type === 'number') return { remark: t`numbers like -1234.5`, sentence: t`Accepts numbers like -1234.5` };
  if (type !== 'choice' || !options || options.length > 12) return null;
  const values = joined(options);
  return { remark: t`one of ${values}`, sentence: t`Accepts one of ${values}` };
}
