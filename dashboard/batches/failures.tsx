import { Anchor, Card, Group, Loader, Stack, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApi } from '../app/api.tsx';
import { type Outputs, useMembership } from '../app/session.tsx';
import { formatNumber } from '../components/format.tsx';
import { Failed } from '../components/states.tsx';
import type { Batch } from './batch-progress.tsx';
import { RetryFailed } from './retry-failed.tsx';

/** Who got no certificate, and the way to try again. */
export function Failures({ batch }: { batch: Batch }) {
  const { may } = useMembership();
  const { failed, isSearching, error, refetch } = useFailed(batch);
  return (
    <Card withBorder component="section">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            Failed ({formatNumber(batch.failedCount)})
          </Title>
          {may('certificates:write') && <RetryFailed batch={batch} />}
        </Group>
        <Text size="sm" c="dimmed">
          These could not be rendered. Their credits were given back.
        </Text>
        {failed.length > 0 && <FailedTable certificates={failed} />}
        {isSearching && <Loader size="sm" role="status" aria-label="Looking for those that failed" />}
        {error && <Failed error={error} onRetry={refetch} />}
      </Stack>
    </Card>
  );
}

type Certificate = Outputs['batches']['certificates']['certificates'][number];

/** Goes through the batch's pages until all that failed are found. */
function useFailed({ id, failedCount }: Batch) {
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery(
    useApi().batches.certificates.infiniteQueryOptions(
      { id, limit: 100 },
      { getNextPageParam: (page) => page.nextCursor ?? undefined },
    ),
  );
  const certificates = data?.pages.flatMap((page) => page.certificates) ?? [];
  const failed = certificates.filter(({ renderStatus }) => renderStatus === 'FAILED');
  const isIncomplete = failed.length < failedCount && hasNextPage && !error;
  useEffect(() => {
    if (isIncomplete && !isFetching) void fetchNextPage();
  }, [isIncomplete, isFetching, fetchNextPage]);
  return { failed, isSearching: isFetching || isIncomplete, error, refetch: hasNextPage ? fetchNextPage : refetch };
}

function FailedTable({ certificates }: { certificates: readonly Certificate[] }) {
  const { id: organisationId } = useMembership();
  return (
    <Table.ScrollContainer
      minWidth={420}
      maxHeight={400}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Failed certificates' } }}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Recipient</Table.Th>
            <Table.Th>E-mail address</Table.Th>
            <Table.Th>Your own id</Table.Th>
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
                  {recipientName || 'No name'}
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
