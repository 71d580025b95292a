import type { Outputs } from '../app/session.tsx';

export type Template = Outputs['templates']['list']['templates'][number];

/** What is filled in for a recipient: `key` is its path in the API's errors, so that each finds its field. */
export interface Field {
  key: string;
  label: string;
  isVariable: boolean;
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

export const EMAIL: Field = { key: 'recipientEmail', label: 'E-mail address', isVariable: false };
export const EXTERNAL_ID: Field = { key: 'externalId', label: 'Your own id', isVariable: false };

/** The template's variables as fields, the recipient's name first. */
export function variableFields({ detectedVariables, recipientNameVariable }: Template): Field[] {
  const others = detectedVariables.filter((name) => name !== recipientNameVariable);
  const names = others.length < detectedVariables.length ? [recipientNameVariable, ...others] : others;
  return names.map((name) => ({
    key: `variables.${name}`,
    label: name,
    isVariable: true,
    isRecipientName: name === recipientNameVariable,
  }));
}

/** A recipient as the API takes it: what is optional and empty is left out. */
export function toRecipient(variables: readonly Field[], values: Values): Recipient {
  const email = values[EMAIL.key]?.trim();
  const externalId = values[EXTERNAL_ID.key]?.trim();
  return {
    variables: Object.fromEntries(variables.map(({ key, label }) => [label, values[key] ?? ''])),
    ...(email && { recipientEmail: email }),
    ...(externalId && { externalId }),
  };
}

/** The API's message about a field as a sentence of its own. */
export const asSentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);
