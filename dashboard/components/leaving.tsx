import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useBlocker } from '@tanstack/react-router';

/** Asks before the user leaves a screen with unsaved changes. */
export function useLeaveWarning(isUnsaved: boolean): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => isUnsaved && current.pathname !== next.pathname && !(await mayLeave()),
    enableBeforeUnload: isUnsaved,
    disabled: !isUnsaved,
  });
}

const mayLeave = (): Promise<boolean> =>
  new Promise((resolve) => {
    modals.openConfirmModal({
      title: 'Leave without saving?',
      children: <Text size="sm">Your changes will be lost.</Text>,
      labels: { confirm: 'Leave', cancel: 'Stay' },
      confirmProps: { color: 'red.9' },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
