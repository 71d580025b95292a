import { t } from '@lingui/core/macro';
import { Switch, TextInput } from '@mantine/core';
import { isRequired } from '../issuing/empty-fields.ts';
import { AWARDED_ON, EMAIL, EXPIRES_AT, EXTERNAL_ID, type Field, type Values } from '../issuing/recipients.ts';
import { VariableInput } from '../issuing/variable-input.tsx';
import { PictureInput } from '../pictures/picture-input.tsx';

interface IssueFieldsProps {
  variables: readonly Field[];
  values: Values;
  errors: Readonly<Record<string, string>>;
  sendEmail: boolean;
  onSendEmail: (sendEmail: boolean) => void;
  onChange: (key: string, value: string) => void;
}

/** Fields for the template's variables, followed by those of every certificate. */
export function IssueFields({ variables, values, errors, sendEmail, onSendEmail, onChange }: IssueFieldsProps) {
  const propsOf = ({ key }: Field) => ({
    value: values[key] ?? '',
    error: errors[key],
    onChange: (event: { currentTarget: { value: string } }) => onChange(key, event.currentTarget.value),
  });
  return (
    <>
      {variables.map((field) => {
        const { key, label, variable, isRecipientName = false } = field;
        const common = {
          label,
          required: isRequired(field),
          // A label is self-explanatory.
          description:
            variable?.description ?? (isRecipientName && !variable?.label ? t`The recipient’s name.` : undefined),
          value: values[key] ?? '',
          error: errors[key],
          onChange: (value: string) => onChange(key, value),
        };
        if (variable?.type === 'picture') return <PictureInput key={key} {...common} />;
        return <VariableInput key={key} variable={variable} isMultiline={!isRecipientName} {...common} />;
      })}
      <TextInput
        label={t`Recipient’s e-mail address`}
        description={t`Optional. Not printed on the certificate.`}
        type="email"
        autoComplete="off"
        {...propsOf(EMAIL)}
      />
      <Switch
        label={t`Send it by e-mail`}
        description={values[EMAIL.key]?.trim() ? undefined : t`Enter an e-mail address first.`}
        disabled={!values[EMAIL.key]?.trim()}
        checked={sendEmail}
        onChange={(event) => onSendEmail(event.currentTarget.checked)}
      />
      <TextInput
        label={t`Your reference`}
        description={t`Optional. The ID from your own system, to find the certificate later.`}
        autoComplete="off"
        {...propsOf(EXTERNAL_ID)}
      />
      <TextInput
        label={AWARDED_ON.label}
        description={t`Optional. Today, if you leave it empty.`}
        type="date"
        {...propsOf(AWARDED_ON)}
      />
      <TextInput
        label={EXPIRES_AT.label}
        description={t`Optional. The last valid day; if you leave it empty, the template decides.`}
        type="date"
        {...propsOf(EXPIRES_AT)}
      />
    </>
  );
}
