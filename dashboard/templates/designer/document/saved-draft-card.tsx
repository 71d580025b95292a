import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { Ago, formatDateTime } from '../../../components/format.tsx';
import type { Former } from './former.ts';
import type { SavedDraft } from './saved-drafts.ts';

interface SavedDraftCardProps {
  draft: SavedDraft;
  onView: (former: Former) => void;
  onRestore: (former: Former) => void;
}

/** Shows one draft that this browser has saved. */
export function SavedDraftCard({ draft: { at, design }, onView, onRestore }: SavedDraftCardProps) {
  const moment = new Date(at).toISOString();
  const time = formatDateTime(moment);
  const former = {
    key: moment,
    label: t`Draft of ${time}`,
    question: t`Restore draft of ${time}?`,
    restored: t`Draft of ${time} restored. Publish to use it, or undo to go back.`,
    read: () => Promise.resolve(design),
  };
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text size="sm">
        <Ago moment={moment} />
      </Text>
      <Group gap={4} wrap="nowrap">
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t`View the draft of ${time}`}
          onClick={() => onView(former)}
        >
          <Trans context="verb">View</Trans>
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t`Restore the draft of ${time}`}
          onClick={() => onRestore(former)}
        >
          <Trans>Restore</Trans>
        </Button>
      </Group>
    </Group>
  );
}
