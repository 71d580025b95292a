import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { freePosition } from './free-position.ts';

/** Notifies the user, and offers an action that follows. */
export function notifyWithAction(message: string, action: string, onAction: () => void): void {
  const shown = notifications.show({
    position: freePosition(),
    autoClose: 10_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        {message}
        <Button
          size="compact-sm"
          variant="light"
          flex="none"
          onClick={() => {
            notifications.hide(shown);
            onAction();
          }}
        >
          {action}
        </Button>
      </Group>
    ),
  });
}
