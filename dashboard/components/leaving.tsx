import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
      title: t`Leave without saving?`,
      children: (
        <Text size="sm">
          <Trans>Your changes will be lost.</Trans>
        </Text>
      ),
      labels: { confirm: t`Leave`, cancel: t`Stay` },
      confirmProps: { color: 'red.9' },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
