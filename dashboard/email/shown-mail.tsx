import { Trans } from '@lingui/react/macro';
import { Card, Divider, Stack, Text } from '@mantine/core';
import { FramedMail } from './framed-mail.tsx';

/** Shows an e-mail as its recipient sees it. */
export function ShownMail({ subject, html, sender }: { subject: string; html: string; sender: string }) {
  return (
    <Card withBorder padding={0}>
      <Stack gap={2} p="sm" style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm">
          <Trans>
            <Text span c="dimmed">
              From
            </Text>{' '}
            {sender}
          </Trans>
        </Text>
        <Text fw={600}>{subject}</Text>
      </Stack>
      <Divider />
      <FramedMail html={html} />
    </Card>
  );
}
