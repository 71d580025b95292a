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
  const former = { label: `Draft of ${formatDateTime(moment)}`, read: () => Promise.resolve(design) };
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text size="sm">
        <Ago moment={moment} />
      </Text>
      <Group gap={4} wrap="nowrap">
        <Button size="compact-sm" variant="subtle" aria-label={`View ${former.label}`} onClick={() => onView(former)}>
          View
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Restore ${former.label}`}
          onClick={() => onRestore(former)}
        >
          Restore
        </Button>
      </Group>
    </Group>
  );
}
