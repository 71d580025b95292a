import type { Field, Values } from './recipients.ts';

const REQUIRED = 'Required: enter a value';

/** Whether whoever issues must fill it in: it is required, and no default stands for it. */
export const isRequired = ({ variable }: Field): boolean => variable?.required === true && !variable.default;

const isEmpty = ({ key }: Field, values: Values): boolean => (values[key] ?? '').trim() === '';

/** What is missing, by the fields' keys: nothing may be issued without it. */
export const missingValues = (fields: readonly Field[], values: Values): Record<string, string> =>
  Object.fromEntries(
    fields.filter((field) => isRequired(field) && isEmpty(field, values)).map(({ key }) => [key, REQUIRED]),
  );

/** Variables that may be empty, and will be: no value was given, and no default stands for one. */
export const leftEmpty = (fields: readonly Field[], values: Values): Field[] =>
  fields.filter((field) => field.variable && !field.variable.default && !isRequired(field) && isEmpty(field, values));
