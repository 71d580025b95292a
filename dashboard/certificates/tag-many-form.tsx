import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { TagsField } from '../tags/tags-field.tsx';

export interface TagChange {
  add: string[];
  remove: string[];
}

interface TagManyFormProps {
  isPending: boolean;
  onChange: (change: TagChange) => void;
  onCancel: () => void;
}

/** Form for the tags that selected certificates get or lose. */
export function TagManyForm({ isPending, onChange, onCancel }: TagManyFormProps) {
  const [change, setChange] = useState<TagChange>({ add: [], remove: [] });
  return (
    <Stack>
      <TagsField label={t`Add`} value={change.add} onChange={(add) => setChange({ ...change, add })} />
      <TagsField label={t`Remove`} value={change.remove} onChange={(remove) => setChange({ ...change, remove })} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          loading={isPending}
          disabled={change.add.length + change.remove.length === 0}
          onClick={() => onChange(change)}
        >
          <Trans>Change tags</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
