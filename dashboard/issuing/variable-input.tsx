import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Variable } from './recipients.ts';

/** Arabic and Hebrew begin at the right. */
const ALONG = { input: { textAlign: 'start' } } as const;

interface VariableInputProps {
  /** Of what is no variable there is nothing to know. */
  variable: Pick<Variable, 'type' | 'format' | 'options' | 'default' | 'sample' | 'required'> | undefined;
  value: string;
  onChange: (value: string) => void;
  label?: string;
  'aria-label'?: string;
  'data-field'?: string;
  description?: ReactNode;
  error?: ReactNode;
  size?: 'xs' | 'sm';
  /** Marks the label, and says so to screen readers. */
  required?: boolean;
  /** Whether a text may have several lines. */
  isMultiline?: boolean;
  /** For what is typed as text. */
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** The field of a variable's value, as its type asks for. A value that such a field can't hold is shown as text. */
export function VariableInput({ variable, onChange, onKeyDown, isMultiline = false, ...props }: VariableInputProps) {
  const hint = hintOf(variable);
  const common = {
    ...props,
    ...(hint && { placeholder: hint }),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (variable?.type === 'choice') return <NativeSelect {...common} data={choicesOf(variable, props.value)} />;
  if (variable?.type === 'date') return <TextInput {...common} type={dateFieldFor(variable, props.value)} />;
  // In the fields above, the arrow keys change the value.
  const typed = { ...common, ...(onKeyDown && { onKeyDown }) };
  if (variable?.type === 'number') return <TextInput {...typed} inputMode="decimal" />;
  if (!isMultiline) return <TextInput {...typed} dir="auto" styles={ALONG} />;
  return <Textarea {...common} dir="auto" styles={ALONG} autosize minRows={1} />;
}

/** What stands for nothing, or else an example, which says that it is one. */
const hintOf = (variable: VariableInputProps['variable']): string | undefined =>
  variable?.default || (variable?.sample ? `For example: ${variable.sample}` : undefined);

/** The options, with an empty one for none or for the default, and a value that is no option but was given. */
function choicesOf(
  { options, default: fallback, required }: Pick<Variable, 'options' | 'default' | 'required'>,
  value: string,
) {
  const known = options ?? [];
  const none = fallback ? `As usual: ${fallback}` : required ? 'Choose one' : 'None';
  return [
    { value: '', label: none },
    ...known.map((option) => ({ value: option, label: option })),
    ...(value === '' || known.includes(value) ? [] : [{ value, label: `${value} (not an option)` }]),
  ];
}

/** A day's field, or one of a day and a time where the format shows a time; text for what neither holds. */
function dateFieldFor({ format }: Pick<Variable, 'format'>, value: string): 'date' | 'datetime-local' | 'text' {
  const hasTime = typeof format === 'object' && format !== null && ('timeStyle' in format || 'hour' in format);
  if (hasTime) return /^(\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?)?$/.test(value) ? 'datetime-local' : 'text';
  return /^(\d{4}-\d\d-\d\d)?$/.test(value) ? 'date' : 'text';
}

/** Which values a variable takes, for those who fill in a table; null where it takes any text. */
export function takesOf({ type, options }: Variable): string | null {
  if (type === 'date') return 'a date as 2026-11-20';
  if (type === 'number') return 'a number as -1234.5';
  return type === 'choice' && options && options.length <= 12 ? `one of ${options.join(', ')}` : null;
}
