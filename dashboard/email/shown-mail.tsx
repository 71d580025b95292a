import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Card, Divider, Stack, Text } from '@mantine/core';
import { htmlForFrame, pageNonce } from './mail-frame.ts';

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
      <Box
        component="iframe"
        sandbox=""
        srcDoc={htmlForFrame(html, pageNonce())}
        title={t`Preview of the e-mail`}
        w="100%"
        h={620}
        bd={0}
        display="block"
      />
    </Card>
  );
}
