import type { UseFormReturnType } from '@mantine/form';

/** Returns the fields that a person has changed. Saving only these keeps what others have saved while the form was open. */
export const changedFields = <Values extends object>({
  getValues,
  isDirty,
}: UseFormReturnType<Values>): Partial<Values> =>
  Object.fromEntries(Object.entries(getValues()).filter(([name]) => isDirty(name))) as Partial<Values>;
