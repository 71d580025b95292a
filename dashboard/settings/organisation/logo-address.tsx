import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../lib/api.tsx';
import { fieldErrors } from '../../lib/errors/errors.ts';
import { useLogoChange } from './logo-change.ts';

/** Sets a logo by web address instead of an uploaded one. */
export function LogoAddress({ logoUrl }: { logoUrl: string | null }) {
  const isOurs = logoUrl?.startsWith(`${location.origin}/logos/`) ?? false;
  const form = useForm({ initialValues: { logoUrl: isOurs ? '' : (logoUrl ?? '') } });
  const update = useMutation(
    useApi().organisation.update.mutationOptions({
      ...useLogoChange(t`Logo changed.`),
      onError: (error) => form.setErrors(fieldErrors(error, ['logoUrl'])),
    }),
  );
  return (
    <form onSubmit={form.onSubmit((values) => update.mutate(values))} noValidate>
      <Group align="flex-end" gap="sm">
        <TextInput
          flex="1 1 14rem"
          label={t`Or the logo’s web address`}
          type="url"
          placeholder="https://"
          {...form.getInputProps('logoUrl')}
        />
        <Button type="submit" variant="default" disabled={!form.isDirty()} loading={update.isPending}>
          <Trans>Use this address</Trans>
        </Button>
      </Group>
    </form>
  );
}
