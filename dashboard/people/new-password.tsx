import { PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

const MIN_PASSWORD_LENGTH = 10;

export const passwordError = (password: string): string | null =>
  [...password].length < MIN_PASSWORD_LENGTH ? `At least ${MIN_PASSWORD_LENGTH} characters` : null;

/** The field for a password that is made up here. */
export function NewPassword<Values extends { password: string }>({
  form,
  label,
}: {
  form: UseFormReturnType<Values>;
  label: string;
}) {
  return (
    <PasswordInput
      label={label}
      description={`At least ${MIN_PASSWORD_LENGTH} characters; a few words together are easy to keep in mind.`}
      autoComplete="new-password"
      key={form.key('password')}
      {...form.getInputProps('password')}
    />
  );
}
