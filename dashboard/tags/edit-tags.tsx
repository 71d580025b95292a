import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTags } from '@tabler/icons-react';
import { useState } from 'react';
import { useMembership } from '../lib/session.ts';
import { TagList } from './tag-list.tsx';
import { TagsField } from './tags-field.tsx';

interface TagChange {
  add: string[];
  remove: string[];
}

interface EditTagsProps {
  tags: readonly string[];
  description: string;
  /** Saves a change that is not empty. A rejection leaves the form open. */
  onSave: (change: TagChange) => Promise<unknown>;
}

/** Shows tags, and lets a person change them. */
export function EditTags({ tags, description, onSave }: EditTagsProps) {
  const { may } = useMembership();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <Stack gap={6} align="flex-start">
      <TagList tags={tags} />
      {may('certificates:write') && (
        <Button variant="default" size="compact-sm" leftSection={<IconTags size={14} aria-hidden />} onClick={open}>
          {tags.length === 0 ? t`Add tags` : t`Edit tags`}
        </Button>
      )}
      <Modal opened={isOpen} onClose={close} title={t`Tags`}>
        <TagsForm tags={tags} description={description} onSave={onSave} onDone={close} />
      </Modal>
    </Stack>
  );
}

function TagsForm({ tags, description, onSave, onDone }: EditTagsProps & { onDone: () => void }) {
  // Tags that somebody else adds while the form is open are not removed.
  const [initial] = useState(tags);
  const [wanted, setWanted] = useState(initial);
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    const add = wanted.filter((tag) => !initial.includes(tag));
    const remove = initial.filter((tag) => !wanted.includes(tag));
    setSaving(true);
    try {
      if (add.length + remove.length > 0) await onSave({ add, remove });
      onDone();
    } catch {
      // The caller has shown the error.
      setSaving(false);
    }
  };
  return (
    <Stack>
      <TagsField label={t`Tags`} description={description} value={wanted} onChange={setWanted} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
        <Button loading={isSaving} onClick={() => void save()}>
          <Trans>Save</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
