import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import type { Autosave } from './use-autosave.ts';

const TEXTS = {
  saved: t`Saved`,
  waiting: t`Unsaved changes`,
  saving: t`Saving…`,
  conflict: t`Not saved`,
};

const BAD = 'light-dark(var(--mantine-color-red-9), var(--mantine-color-red-3))';

/** Shows whether the draft is saved. Failures are announced to screen readers. */
export function SaveStatus({ autosave: { state, flush } }: { autosave: Autosave }) {
  return (
    <Group gap="xs" role="status">
      <Text size="sm" c={state.kind === 'failed' || state.kind === 'conflict' ? BAD : 'dimmed'}>
        {state.kind === 'failed' ? t`Not saved: ${{ reason: state.reason }}` : TEXTS[state.kind]}
      </Text>
      {state.kind === 'failed' && (
        <Button size="compact-sm" variant="default" onClick={() => void flush()}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </Group>
  );
}
