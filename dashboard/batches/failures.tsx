import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Card, Group, Loader, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../components/format.tsx';
import { Failed } from '../components/states.tsx';
import { useApi } from '../lib/api.tsx';
import { type Outputs, useMembership } from '../lib/session.ts';
import type { BatchDetails } from './batch-progress.tsx';
import { RetryFailed } from './retry-failed.tsx';

/** Lists the recipients whose certificates failed, with a retry. */
export function Failures({ batch }: { batch: BatchDetails }) {
  const { may } = useMembership();
  const { data, isPending, error, refetch } = useQuery(useApi().batches.failures.queryOptions({ id: batch.id }));
  return (
    <Card withBorder component="section">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            <Trans>Failed ({{ failedCount: formatNumber(batch.failedCount) }})</Trans>
          </Title>
          {batch.retriedAs ? (
            <BatchButton id={batch.retriedAs} />
          ) : (
            may('certificates:write') && <RetryFailed batch={batch} />
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {batch.retriedAs ? (
            <Trans>Rendering failed for these recipients. Their certificates were issued again in a new batch.</Trans>
          ) : (
            <Trans>Rendering failed for these recipients. Their credits were refunded.</Trans>
          )}
        </Text>
        {data && <FailedTable certificates={data.certificates} />}
        {isPending && <Loader size="sm" role="status" aria-label={t`Loading failed certificates`} />}
        {error && <Failed error={error} onRetry={refetch} />}
      </Stack>
    </Card>
  );
}

/** Links to the batch that issues the failed certificates again. */
function BatchButton({ id }: { id: string }) {
  const { id: organisationId } = useMembership();
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to="/o/$organisationId/batches/$id" params={{ organisationId, id }} />}
    >
      <Trans>View new batch</Trans>
    </Button>
  );
}

type Certificate = Outputs['batches']['failures']['certificates'][number];

function FailedTable({ certificates }: { certificates: readonly Certificate[] }) {
  const { id: organisationId } = useMembership();
  return (
    <Table.ScrollContainer
      minWidth={420}
      maxHeight={400}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t`Failed certificates` } }}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <Trans>Recipient</Trans>
            </Table.Th>
            <Table.Th>
              <Trans>E-mail address</Trans>
            </Table.Th>
            <Table.Th>
              <Trans>Your reference</Trans>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {certificates.map(({ id, recipientName, recipientEmail, externalId }) => (
            <Table.Tr key={id} style={{ overflowWrap: 'anywhere' }}>
              <Table.Td>
                <Anchor
                  size="sm"
                  renderRoot={(props) => (
                    <Link {...props} to="/o/$organisationId/certificates/$id" params={{ organisationId, id }} />
                  )}
                >
                  {recipientName || t`No name`}
                </Anchor>
              </Table.Td>
              <Table.Td>{recipientEmail ?? '–'}</Table.Td>
              <Table.Td>{externalId ?? '–'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
