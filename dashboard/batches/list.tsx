import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconStack2 } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ago, formatNumber } from '../components/format.tsx';
import { Page } from '../components/page.tsx';
import { StackedTable } from '../components/stacked-table.tsx';
import { Empty, Failed, Loading } from '../components/states.tsx';
import { useApi } from '../lib/api.tsx';
import { messageOf } from '../lib/errors/errors.ts';
import { useMembership } from '../lib/session.ts';
import { usePolling } from '../live/live.tsx';
import { TagList } from '../tags/tag-list.tsx';
import { type Batch, BatchProgress, batchState } from './batch-progress.tsx';
import { TemplateName } from './template-name.tsx';

/** Lists the organisation's batches, newest first. */
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
  const polling = usePolling();
  const batches = useInfiniteQuery({
    ...useApi().batches.listDetails.infiniteQueryOptions(
      { limit: 30 },
      { getNextPageParam: (page) => page.nextCursor ?? undefined },
    ),
    refetchInterval: ({ state }) =>
      polling(state.data?.pages.some((page) => page.batches.some(({ status }) => status === 'PROCESSING')) ?? false),
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

const COLUMNS = ['Batch', 'By', 'Certificates', 'State', 'Failed', 'Started'];

function BatchTable({ batches }: { batches: readonly Batch[] }) {
  const rows = batches.map((batch) => ({ key: batch.id, cells: cellsOf(batch) }));
  return <StackedTable label="Batches" columns={COLUMNS} numbers={['Certificates', 'Failed']} rows={rows} />;
}

const cellsOf = (batch: Batch) => [
  <Name key="name" batch={batch} />,
  batch.author ?? '–',
  <span key="total" className="tabular">
    {formatNumber(batch.totalCount)}
  </span>,
  batch.status === 'PROCESSING' ? (
    <Box key="state" miw={130}>
      <BatchProgress batch={batch} size="sm" />
    </Box>
  ) : (
    batchState(batch)
  ),
  <span key="failed" className="tabular">
    {formatNumber(batch.failedCount)}
  </span>,
  <Ago key="started" moment={batch.createdAt} />,
];

function Name({ batch: { id, name, fileName, templateId, tags } }: { batch: Batch }) {
  const { id: organisationId } = useMembership();
  return (
    <>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link {...props} to="/o/$organisationId/batches/$id" params={{ organisationId, id }} />}
      >
        {name ?? fileName ?? <TemplateName id={templateId} />}
      </Anchor>
      {(name ?? fileName) && (
        <Text size="sm" c="dimmed">
          <TemplateName id={templateId} />
        </Text>
      )}
      <TagList tags={tags} />
    </>
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
