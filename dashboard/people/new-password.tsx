import { plural } from '@lingui/core/macro';
import { PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PASSWORD_LENGTH } from '../../domain/limits.ts';

export const passwordError = (password: string): string | null =>
  [...password].length < PASSWORD_LENGTH.min
    ? plural({ count: PASSWORD_LENGTH.min }, { one: 'At least # character', other: 'At least # characters' })
    : null;

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
      description={plural(
        { count: PASSWORD_LENGTH.min },
        {
          one: 'At least # character; a few unrelated words are easy to remember.',
          other: 'At least # characters; a few unrelated words are easy to remember.',
        },
      )}
      autoComplete="new-password"
      key={form.key('password')}
      {...form.getInputProps('password')}
    />
  );
}
