import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { useApi } from '../../lib/api.tsx';
import { fieldErrors } from '../../lib/errors/errors.ts';
import { EXPIRIES, expiryOf, today } from './expiry.ts';
import { SCOPES, type Scope } from './scopes.ts';
import type { NewKey } from './shown-key.tsx';

interface CreateKeyProps {
  onClose: () => void;
  onCreated: (key: NewKey) => void;
}

/** Form that creates a key for a stated purpose. */
export function CreateKey({ onClose, onCreated }: CreateKeyProps) {
  useFocusBack();
  const { form, submit, isPending } = useCreateKey(onCreated);
  return (
    <Modal opened onClose={onClose} title={t`Create a key`} size="lg" closeOnClickOutside={false}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label={t`Name`}
            description={t`What the key is for, for example “Course platform”.`}
            maxLength={200}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Checkbox.Group
            label={t`Scopes`}
            description={t`Grant only what it needs.`}
            {...form.getInputProps('scopes')}
          >
            <Stack gap="xs" my="xs">
              {SCOPES.map(({ scope, about }) => (
                <Checkbox key={scope} value={scope} label={scope} description={about} />
              ))}
            </Stack>
          </Checkbox.Group>
          <NativeSelect label={t`Expires`} data={EXPIRIES} {...form.getInputProps('expiry')} />
          {form.values.expiry === 'date' && (
            <TextInput type="date" label={t`Expiry date`} min={today()} {...form.getInputProps('date')} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={isPending}>
              <Trans>Create the key</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function useCreateKey(onCreated: (key: NewKey) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: '', scopes: [] as Scope[], expiry: 'never', date: '' },
    validate: {
      name: (name) => (name.trim() === '' ? t`Give the key a name` : null),
      scopes: (scopes) => (scopes.length === 0 ? t`Choose at least one` : null),
      date: (date, { expiry }) =>
        expiry === 'date' && (date.length !== 10 || date < today()) ? t`Choose a day from today on` : null,
    },
  });
  const create = useMutation(
    api.apiKeys.create.mutationOptions({
      onSuccess: async ({ key }, { name, scopes }) => {
        onCreated({ name, key, scopes });
        await queryClient.invalidateQueries(api.apiKeys.pathFilter());
      },
      onError: (error) => form.setErrors(fieldErrors(error, ['name', 'scopes'])),
    }),
  );
  const submit = form.onSubmit(({ name, scopes, ...expiry }) => {
    const expiresAt = expiryOf(expiry)?.toISOString();
    create.mutate({ name: name.trim(), scopes, ...(expiresAt && { expiresAt }) });
  });
  return { form, submit, isPending: create.isPending };
}
