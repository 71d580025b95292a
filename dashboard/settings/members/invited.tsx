import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';

export interface InvitedProps {
  email: string;
  /** True if e-mails are written to the outbox as files, because no mail server is configured. */
  isOutbox: boolean;
  onClose: () => void;
}

/** Shows where the invitation goes. Its link is only in the e-mail. */
export function Invited({ email, isOutbox, onClose }: InvitedProps) {
  return (
    <Stack>
      <Alert
        role="status"
        color="green"
        icon={<IconMailCheck aria-hidden />}
        title={isOutbox ? t`The e-mail to ${email} is in the outbox` : t`The e-mail to ${email} is on its way`}
      >
        {isOutbox
          ? t`No mail server is configured. The operator of this installation finds the e-mail in the outbox of its data directory and can pass it on.`
          : t`It has a link to join, which works once, for a week after the e-mail is sent. If it can’t be sent, the list of invitations shows the reason.`}
      </Alert>
      <Text size="sm">
        <Trans>Only the reader of the mailbox {email} can use the link.</Trans>
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
