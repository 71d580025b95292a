import type { Outputs } from '../app/session.tsx';

export type Template = Outputs['templates']['list']['templates'][number];
export type Variable = Template['variables'][number];

/** What is filled in for a recipient: `key` is its path in the API's errors, so that each finds its field. */
export interface Field {
  key: string;
  label: string;
  /** What the column of a table is called that fills it in. */
  name: string;
  /** Of a variable: what the design says of it. */
  variable?: Variable;
  /** The recipient’s name: whoever issues must fill it in. */
  isRecipientName?: boolean;
}

/** A recipient's texts by the key of their field. */
export type Values = Readonly<Record<string, string>>;

export interface Recipient {
  variables: Record<string, string>;
  recipientEmail?: string;
  externalId?: string;
}

export const EMAIL: Field = { key: 'recipientEmail', label: 'E-mail address', name: 'recipientEmail' };
export const EXTERNAL_ID: Field = { key: 'externalId', label: 'Your own ID', name: 'externalId' };

/** The template's variables as fields, the recipient's name first. */
export function variableFields({ variables, recipientNameVariable }: Template): Field[] {
  const isRecipientName = ({ name }: Variable) => name === recipientNameVariable;
  return [...variables.filter(isRecipientName), ...variables.filter((one) => !isRecipientName(one))].map(
    (variable) => ({
      key: `variables.${variable.name}`,
      label: variable.label,
      name: variable.name,
      variable,
      isRecipientName: isRecipientName(variable),
    }),
  );
}

/** A recipient as the API takes it: what is optional and empty is left out. */
export function toRecipient(variables: readonly Field[], values: Values): Recipient {
  const email = values[EMAIL.key]?.trim();
  const externalId = values[EXTERNAL_ID.key]?.trim();
  return {
    variables: Object.fromEntries(variables.map(({ key, name }) => [name, values[key] ?? ''])),
    ...(email && { recipientEmail: email }),
    ...(externalId && { externalId }),
  };
}

type Issued = Pick<Outputs['certificates']['get'], 'variables' | 'recipientEmail' | 'externalId'>;

/** A certificate's texts as a form has them. */
export const valuesOf = ({ variables, recipientEmail, externalId }: Issued): Values => ({
  ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [`variables.${name}`, value])),
  ...(recipientEmail && { [EMAIL.key]: recipientEmail }),
  ...(externalId && { [EXTERNAL_ID.key]: externalId }),
});
