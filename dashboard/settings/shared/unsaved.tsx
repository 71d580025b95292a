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
          {isDirty ? 'You have unsaved changes.' : 'All changes saved.'}
        </Text>
        <Group gap="sm">
          <Button variant="default" disabled={!isDirty || isSaving} onClick={onDiscard}>
            Discard
          </Button>
          <Button type="submit" disabled={!isDirty} loading={isSaving}>
            Save
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
