import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconMailCheck, IconMailX } from '@tabler/icons-react';
import { CopyWide } from '../../components/copy.tsx';

export interface InvitedProps {
  email: string;
  url: string;
  /** Whether a mail server took the invitation. */
  emailed: boolean;
  onClose: () => void;
}

/** Says whether the invitation went out, and shows its link, which is the way in where it did not. */
export function Invited({ email, url, emailed, onClose }: InvitedProps) {
  return (
    <Stack>
      {emailed ? (
        <Alert
          role="status"
          color="green"
          icon={<IconMailCheck aria-hidden />}
          title={`The e-mail to ${email} is sent`}
        >
          It brings the link below, which is good for a week.
        </Alert>
      ) : (
        <Alert
          role="alert"
          color="yellow"
          icon={<IconMailX aria-hidden />}
          title={`The e-mail to ${email} could not be sent`}
        >
          The invitation counts all the same: pass the link on yourself. It is good for a week.
        </Alert>
      )}
      <Text size="sm">Whoever opens the link can join. It is not shown again.</Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {url}
      </Code>
      <Group justify="space-between">
        <CopyWide value={url} label="Copy the link" />
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
