import { Trans } from '@lingui/react/macro';
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconFileZip, IconTable } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMembership } from '../lib/session.ts';
import { PrintDownload } from './print-download.tsx';

/** Downloads all files of a finished batch. */
export function Downloads({ batchId }: { batchId: string }) {
  const { id: organisationId } = useMembership();
  const address = (extension: string) => `/exports/batches/${batchId}.${extension}?organisationId=${organisationId}`;
  return (
    <Card withBorder component="section">
      <Stack gap="sm">
        <Title order={2} size="h4">
          <Trans>Downloads</Trans>
        </Title>
        <Text size="sm" c="dimmed">
          <Trans>All PDFs, a table with each certificate’s links, or a single PDF for printing.</Trans>
        </Text>
        <Group>
          <Button component="a" href={address('zip')} download leftSection={<IconFileZip size={16} aria-hidden />}>
            <Trans>PDFs (ZIP)</Trans>
          </Button>
          <Button
            component="a"
            variant="default"
            href={address('csv')}
            download
            leftSection={<IconTable size={16} aria-hidden />}
          >
            <Trans>Links (CSV)</Trans>
          </Button>
          <PrintDownload address={address('pdf')} name={`batch-${batchId}.pdf`} />
        </Group>
      </Stack>
    </Card>
  );
}

/** Links to the certificates of a batch. */
export function CertificatesLink({ batchId }: { batchId: string }) {
  const { id: organisationId } = useMembership();
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link {...props} to="/o/$organisationId/certificates" params={{ organisationId }} search={{ batchId }} />
      )}
    >
      <Trans>View certificates</Trans>
    </Button>
  );
}
