import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Paper, Text } from '@mantine/core';
import { useLeaveWarning } from '../../components/leaving.tsx';

interface UnsavedBarProps {
  isDirty: boolean;
  isSaving: boolean;
  onDiscard: () => void;
}

/** End of a form: saves, discards, and asks before the user leaves with unsaved changes. */
export function UnsavedBar({ isDirty, isSaving, onDiscard }: UnsavedBarProps) {
  useLeaveWarning(isDirty);
  return (
    <Paper withBorder p="sm" pos={isDirty ? 'sticky' : 'static'} bottom={0} style={{ zIndex: 2 }}>
      <Group justify="space-between">
        <Text size="sm" role="status" fw={isDirty ? 600 : undefined} c={isDirty ? undefined : 'dimmed'}>
          {isDirty ? t`You have unsaved changes.` : t`All changes saved.`}
        </Text>
        <Group gap="sm">
          <Button variant="default" disabled={!isDirty || isSaving} onClick={onDiscard}>
            <Trans>Discard</Trans>
          </Button>
          <Button type="submit" disabled={!isDirty} loading={isSaving}>
            <Trans>Save</Trans>
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
