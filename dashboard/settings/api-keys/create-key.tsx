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
    <Modal opened onClose={onClose} title="Create a key" size="lg" closeOnClickOutside={false}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label="Name"
            description="What the key is for, for example “Course platform”."
            maxLength={200}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Checkbox.Group label="Scopes" description="Grant only what it needs." {...form.getInputProps('scopes')}>
            <Stack gap="xs" my="xs">
              {SCOPES.map(({ scope, about }) => (
                <Checkbox key={scope} value={scope} label={scope} description={about} />
              ))}
            </Stack>
          </Checkbox.Group>
          <NativeSelect label="Expires" data={EXPIRIES} {...form.getInputProps('expiry')} />
          {form.values.expiry === 'date' && (
            <TextInput type="date" label="Expiry date" min={today()} {...form.getInputProps('date')} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Create the key
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
      name: (name) => (name.trim() === '' ? 'Give the key a name' : null),
      scopes: (scopes) => (scopes.length === 0 ? 'Choose at least one' : null),
      date: (date, { expiry }) =>
        expiry === 'date' && (date.length !== 10 || date < today()) ? 'Choose a day from today on' : null,
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
