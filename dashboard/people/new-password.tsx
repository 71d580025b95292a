import { PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PASSWORD_LENGTH } from '../../domain/limits.ts';

export const passwordError = (password: string): string | null =>
  [...password].length < PASSWORD_LENGTH.min ? `At least ${PASSWORD_LENGTH.min} characters` : null;

/** Field for choosing a new password. */
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
      description={`At least ${PASSWORD_LENGTH.min} characters; a few unrelated words are easy to remember.`}
      autoComplete="new-password"
      key={form.key('password')}
      {...form.getInputProps('password')}
    />
  );
}
