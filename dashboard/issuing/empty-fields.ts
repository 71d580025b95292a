import { t } from '@lingui/core/macro';
import type { Field, Values } from './recipients.ts';

/** Returns whether the issuer must fill in a field: it is required and has no default. */
export const isRequired = ({ variable }: Field): boolean => variable?.required === true && !variable.default;

const isEmpty = ({ key }: Field, values: Values): boolean => (values[key] ?? '').trim() === '';

/** Returns the errors of missing required values, by field key. Nothing can be issued until they are filled in. */
export const missingValues = (fields: readonly Field[], values: Values): Record<string, string> =>
  Object.fromEntries(
    fields
      .filter((field) => isRequired(field) && isEmpty(field, values))
      .map(({ key, isRecipientName }) => [key, isRecipientName ? t`Enter the recipient’s name.` : t`Enter a value.`]),
  );

/** Returns the optional variables that will be empty: they have neither a value nor a default. */
export const leftEmpty = (fields: readonly Field[], values: Values): Field[] =>
  fields.filter((field) => field.variable && !field.variable.default && !isRequired(field) && isEmpty(field, values));
