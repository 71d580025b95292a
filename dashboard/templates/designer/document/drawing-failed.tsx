import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** Error shown when the server could not draw the page. */
export function DrawingFailed({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t`The preview couldn’t be loaded`}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{reason}</Text>
        <Button size="xs" variant="default" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </Stack>
    </Alert>
  );
}
