import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

interface Question {
  title: string;
  /** What will happen. */
  text: ReactNode;
  /** The verb on the button. */
  confirm: string;
  isDangerous?: boolean;
  onConfirm: () => void;
}

/** Asks before something that can't be undone. */
export function confirm({ title, text, confirm, isDangerous = false, onConfirm }: Question): void {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{text}</Text>,
    labels: { confirm, cancel: 'Cancel' },
    confirmProps: isDangerous ? { color: 'red.9' } : {},
    onConfirm,
  });
}
