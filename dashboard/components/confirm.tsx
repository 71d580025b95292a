import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

interface Question {
  title: string;
  /** Consequences of the action. */
  text: ReactNode;
  /** Verb on the button. */
  confirm: string;
  isDangerous?: boolean;
  onConfirm: () => void;
}

/** Asks for confirmation before an action that cannot be undone. */
export function confirm({ title, text, confirm, isDangerous = false, onConfirm }: Question): void {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{text}</Text>,
    labels: { confirm, cancel: t`Cancel` },
    confirmProps: isDangerous ? { color: 'red.9' } : {},
    onConfirm,
  });
}
