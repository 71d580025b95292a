import { Switch, Textarea, TextInput } from '@mantine/core';
import { EMAIL, EXTERNAL_ID, type Field, type Values } from '../issuing/recipients.ts';

/** Arabic and Hebrew begin at the right. */
const ALONG = { input: { textAlign: 'start' } } as const;

interface IssueFieldsProps {
  variables: readonly Field[];
  values: Values;
  errors: Readonly<Record<string, string>>;
  sendEmail: boolean;
  onSendEmail: (sendEmail: boolean) => void;
  onChange: (key: string, value: string) => void;
}

/** The template's variables, then what belongs to every certificate. */
export function IssueFields({ variables, values, errors, sendEmail, onSendEmail, onChange }: IssueFieldsProps) {
  const propsOf = ({ key }: Field) => ({
    value: values[key] ?? '',
    error: errors[key],
    onChange: (event: { currentTarget: { value: string } }) => onChange(key, event.currentTarget.value),
  });
  const [recipientName, ...others] = variables;
  return (
    <>
      {recipientName && (
        <TextInput
          dir="auto"
          styles={ALONG}
          label={recipientName.label}
          description="The recipient’s name. It may not be empty."
          {...propsOf(recipientName)}
        />
      )}
      {others.map((field) => (
        <Textarea
          key={field.key}
          dir="auto"
          styles={ALONG}
          label={field.label}
          autosize
          minRows={1}
          {...propsOf(field)}
        />
      ))}
      <TextInput
        label="Recipient’s e-mail address"
        description="Optional. It is not printed on the certificate."
        type="email"
        autoComplete="off"
        {...propsOf(EMAIL)}
      />
      <Switch
        label="Send it by e-mail"
        description={values[EMAIL.key]?.trim() ? undefined : 'Enter an e-mail address first.'}
        disabled={!values[EMAIL.key]?.trim()}
        checked={sendEmail}
        onChange={(event) => onSendEmail(event.currentTarget.checked)}
      />
      <TextInput
        label="Your own id"
        description="Optional: what your system calls it, to find it by later."
        autoComplete="off"
        {...propsOf(EXTERNAL_ID)}
      />
    </>
  );
}
