import { Button, Group, Text } from '@mantine/core';
import type { Autosave } from './use-autosave.ts';

const TEXTS = {
  saved: 'Saved',
  waiting: 'Unsaved changes',
  saving: 'Saving…',
  failed: 'Not saved',
  conflict: 'Not saved',
} as const;

const BAD = 'light-dark(var(--mantine-color-red-9), var(--mantine-color-red-3))';

/** Shows whether the draft is saved. Failures are announced to screen readers. */
export function SaveStatus({ autosave: { state, flush } }: { autosave: Autosave }) {
  return (
    <Group gap="xs" role="status">
      <Text size="sm" c={state.kind === 'failed' || state.kind === 'conflict' ? BAD : 'dimmed'}>
        {TEXTS[state.kind]}
        {state.kind === 'failed' && `: ${state.reason}`}
      </Text>
      {state.kind === 'failed' && (
        <Button size="compact-sm" variant="default" onClick={() => void flush()}>
          Try again
        </Button>
      )}
    </Group>
  );
}
