import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTags } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../lib/api.tsx';
import { type Outputs, useMembership } from '../lib/session.ts';
import { TagList } from '../tags/tag-list.tsx';
import { TagsField } from '../tags/tags-field.tsx';
import { useRefresh } from './use-refresh.ts';

type Certificate = Outputs['certificates']['get'];

/** Shows the tags of a certificate, and lets a person change them. */
export function EditTags({ certificate }: { certificate: Certificate }) {
  const { may } = useMembership();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <Stack gap={6} align="flex-start">
      <TagList tags={certificate.tags} />
      {may('certificates:write') && (
        <Button variant="default" size="compact-sm" leftSection={<IconTags size={14} aria-hidden />} onClick={open}>
          {certificate.tags.length === 0 ? 'Add tags' : 'Edit tags'}
        </Button>
      )}
      <Modal opened={isOpen} onClose={close} title="Tags">
        <TagsForm certificate={certificate} onDone={close} />
      </Modal>
    </Stack>
  );
}

function TagsForm({ certificate: { id, tags }, onDone }: { certificate: Certificate; onDone: () => void }) {
  const [wanted, setWanted] = useState<readonly string[]>(tags);
  const refresh = useRefresh('Tags saved.');
  const change = useMutation(
    useApi().certificates.changeTags.mutationOptions({
      ...refresh,
      onSuccess: async () => {
        onDone();
        await refresh.onSuccess();
      },
    }),
  );
  const add = wanted.filter((tag) => !tags.includes(tag));
  const remove = tags.filter((tag) => !wanted.includes(tag));
  const save = () => {
    if (add.length + remove.length === 0) onDone();
    else change.mutate({ selection: { ids: [id] }, add, remove });
  };
  return (
    <Stack>
      <TagsField
        label="Tags"
        description="Only members of your organisation see them."
        value={wanted}
        onChange={setWanted}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button loading={change.isPending} onClick={save}>
          Save
        </Button>
      </Group>
    </Stack>
  );
}
