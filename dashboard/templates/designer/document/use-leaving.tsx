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
      title: 'Leave without saving?',
      children: (
        <Text size="sm">
          Your latest changes couldn’t be saved. They stay in this browser, and are saved when you open the template
          here again.
        </Text>
      ),
      labels: { confirm: 'Leave without saving', cancel: 'Stay' },
      confirmProps: { color: 'red.9' },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
