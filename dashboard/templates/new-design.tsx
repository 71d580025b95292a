import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MAX_LENGTHS } from '../../templates-engine/design/properties.ts';
import { useApi } from '../app/api.tsx';
import { notifyError } from '../app/errors.ts';
import { newDesign } from './designer/model/new-design.ts';
import { PAGE_SIZES } from './shared/page-sizes.ts';
import { useOpenDesign } from './use-design-actions.ts';

/** Begins a template on a blank page. */
export function NewDesign() {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        New template
      </Button>
      <Modal opened={isOpen} onClose={close} title="New template">
        <NewDesignForm onCancel={close} />
      </Modal>
    </>
  );
}

function NewDesignForm({ onCancel }: { onCancel: () => void }) {
  const openDesign = useOpenDesign();
  const queryClient = useQueryClient();
  const api = useApi();
  const create = useMutation(
    api.designs.create.mutationOptions({
      onSuccess: async (created) => {
        await queryClient.invalidateQueries(api.designs.list.pathFilter());
        await openDesign(created);
      },
      onError: notifyError,
    }),
  );
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', size: PAGE_SIZES[0].name as string },
    validate: { name: (name) => (name.trim() === '' ? 'Give the template a name' : null) },
  });
  const submit = form.onSubmit(({ name, size }) => {
    const { width, height } = PAGE_SIZES.find((page) => page.name === size) ?? PAGE_SIZES[0];
    create.mutate({ design: { ...newDesign(name.trim(), { width, height }) } });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Name"
          maxLength={MAX_LENGTHS.name}
          data-autofocus
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label="Page"
          data={PAGE_SIZES.map(({ name }) => name)}
          key={form.key('size')}
          {...form.getInputProps('size')}
        />
        <Text size="sm" c="dimmed">
          The page begins with the recipient’s name and the QR code that verifies the certificate.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create the template
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
