import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconPlus, IconStack2 } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApi } from '../app/api.tsx';
import { messageOf } from '../app/errors.ts';
import { useMembership } from '../app/session.tsx';
import { Ago, formatNumber } from '../components/format.tsx';
import { Page } from '../components/page.tsx';
import { Empty, Failed, Loading } from '../components/states.tsx';
import { type Batch, BatchProgress, batchState } from './batch-progress.tsx';
import { TemplateName } from './template-name.tsx';

const POLL = 3000;

/** The organisation's batches, newest first. */
export function Batches() {
  const { may } = useMembership();
  return (
    <Page
      title="Batches"
      about="Certificates issued together from a table."
      actions={may('certificates:write') && <NewBatchButton />}
    >
      <List />
    </Page>
  );
}

function List() {
  const { may } = useMembership();
  const batches = useInfiniteQuery({
    ...useApi().batches.listDetails.infiniteQueryOptions(
      { limit: 30 },
      { getNextPageParam: (page) => page.nextCursor ?? undefined },
    ),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.batches.some(({ status }) => status === 'PROCESSING')) ? POLL : false,
  });
  if (batches.data === undefined) {
    return batches.error ? <Failed error={batches.error} onRetry={batches.refetch} /> : <Loading rows={5} />;
  }
  const rows = batches.data.pages.flatMap((page) => page.batches);
  if (rows.length === 0) {
    return (
      <Empty icon={IconStack2} title="No batches yet" action={may('certificates:write') && <NewBatchButton />}>
        A batch issues a certificate for each row of a spreadsheet. Every row is checked before credits are spent.
      </Empty>
    );
  }
  return (
    <Stack>
      <BatchTable batches={rows} />
      {batches.isFetchNextPageError && <Text role="alert">{messageOf(batches.error)}</Text>}
      {batches.hasNextPage && (
        <Group>
          <Button variant="default" loading={batches.isFetchingNextPage} onClick={() => void batches.fetchNextPage()}>
            Load more
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function BatchTable({ batches }: { batches: readonly Batch[] }) {
  return (
    <Table.ScrollContainer
      minWidth={680}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Batches' } }}
    >
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Batch</Table.Th>
            <Table.Th>By</Table.Th>
            <Table.Th ta="end">Certificates</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th ta="end">Failed</Table.Th>
            <Table.Th>Started</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {batches.map((batch) => (
            <BatchRow key={batch.id} batch={batch} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function BatchRow({ batch }: { batch: Batch }) {
  const { id: organisationId } = useMembership();
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link {...props} to="/o/$organisationId/batches/$id" params={{ organisationId, id: batch.id }} />
          )}
        >
          {batch.name ?? batch.fileName ?? <TemplateName id={batch.templateId} />}
        </Anchor>
        {(batch.name ?? batch.fileName) && (
          <Text size="sm" c="dimmed">
            <TemplateName id={batch.templateId} />
          </Text>
        )}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{batch.author ?? '–'}</Table.Td>
      <Table.Td ta="end" className="tabular">
        {formatNumber(batch.totalCount)}
      </Table.Td>
      <Table.Td miw={130}>
        {batch.status === 'PROCESSING' ? <BatchProgress batch={batch} size="sm" /> : batchState(batch)}
      </Table.Td>
      <Table.Td ta="end" className="tabular">
        {formatNumber(batch.failedCount)}
      </Table.Td>
      <Table.Td>
        <Ago moment={batch.createdAt} />
      </Table.Td>
    </Table.Tr>
  );
}

function NewBatchButton() {
  const { id: organisationId } = useMembership();
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/o/$organisationId/batches/new" params={{ organisationId }} />}
    >
      New batch
    </Button>
  );
}
