import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconMailCheck, IconMailX } from '@tabler/icons-react';

export interface InvitedProps {
  email: string;
  /** Whether the mail was taken. */
  emailed: boolean;
  /** Whether it was taken as a file in the outbox, as there is no mail server. */
  isOutbox: boolean;
  onClose: () => void;
}

/** Says whether the invitation went out, and where to. Its link is for whoever reads that mailbox, and shown nowhere else. */
export function Invited({ email, emailed, isOutbox, onClose }: InvitedProps) {
  return (
    <Stack>
      {emailed ? (
        <Alert
          role="status"
          color="green"
          icon={<IconMailCheck aria-hidden />}
          title={isOutbox ? `The e-mail to ${email} is in the outbox` : `The e-mail to ${email} is sent`}
        >
          {isOutbox
            ? 'No mail server is configured: whoever operates this installation finds the e-mail in the outbox of its data directory and can pass it on.'
            : 'It brings a link to join, which is good for a week and works once.'}
        </Alert>
      ) : (
        <Alert
          role="alert"
          color="yellow"
          icon={<IconMailX aria-hidden />}
          title={`The e-mail to ${email} couldn’t be sent`}
        >
          Check the address, then invite them again to send a new link.
        </Alert>
      )}
      <Text size="sm">Only who reads the mail of {email} can join by it.</Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
