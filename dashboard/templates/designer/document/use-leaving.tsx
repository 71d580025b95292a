import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useBlocker } from '@tanstack/react-router';
import type { Autosave } from './use-autosave.ts';

/** Saves before navigation and asks if that fails. The browser asks when the window closes. */
export function useLeaving({ state, flush }: Autosave): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || (await flush())) return false;
      return !(await askToLeave());
    },
    enableBeforeUnload: () => state.kind !== 'saved',
  });
}

const askToLeave = (): Promise<boolean> =>
  new Promise((resolve) => {
    modals.openConfirmModal({
      title: t`Leave without saving?`,
      children: (
        <Text size="sm">
          <Trans>
            Your latest changes couldn’t be saved. They stay in this browser, and are saved when you open the template
            here again.
          </Trans>
        </Text>
      ),
      labels: { confirm: t`Leave without saving`, cancel: t`Stay` },
      confirmProps: { color: 'red.9' },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
