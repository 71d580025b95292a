import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconStack2 } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { actorText } from '../components/actor.ts';
import { Ago, formatNumber } from '../components/format.tsx';
import { Page } from '../components/page.tsx';
import { StackedTable } from '../components/stacked-table.tsx';
import { Empty, Failed, Loading } from '../components/states.tsx';
import { useApi } from '../lib/api.tsx';
import { messageOf } from '../lib/errors/errors.ts';
import { useMembership } from '../lib/session.ts';
import type { Sorting } from '../lists/sort-header.tsx';
import { type ListColumn, type ListView, useListView } from '../lists/use-list-view.ts';
import { ViewMenu } from '../lists/view-menu.tsx';
import { usePolling } from '../live/live.tsx';
import { TagFilter } from '../tags/tag-filter.tsx';
import { TagList } from '../tags/tag-list.tsx';
import { type Batch, BatchProgress, batchState } from './batch-progress.tsx';
import { TemplateName } from './template-name.tsx';

/** Lists the organisation's batches, newest first unless the person chooses otherwise. */
export function Batches() {
  const { may } = useMembership();
  return (
    <Page
      title={t`Batches`}
      about={t`Certificates issued together from a table.`}
      actions={may('certificates:write') && <NewBatchButton />}
    >
      <List />
    </Page>
  );
}

function List() {
  const { tag, sort } = useSearch({ from: '/o/$organisationId/batches' });
  const navigate = useNavigate({ from: '/o/$organisationId/batches' });
  const change = (changes: Filter) => void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  const view = useListView('batches', COLUMNS);
  const polling = usePolling();
  const batches = useInfiniteQuery({
    ...useApi().batches.listDetails.infiniteQueryOptions(
      { limit: 30, tag, sort },
      { getNextPageParam: (page) => page.nextCursor ?? undefined, placeholderData: keepPreviousData },
    ),
    refetchInterval: ({ state }) =>
      polling(state.data?.pages.some((page) => page.batches.some(({ status }) => status === 'PROCESSING')) ?? false),
  });
  if (batches.data === undefined) {
    return batches.error ? <Failed error={batches.error} onRetry={batches.refetch} /> : <Loading rows={5} />;
  }
  const rows = batches.data.pages.flatMap((page) => page.batches);
  if (rows.length === 0 && tag === undefined) return <NoBatches />;
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <search aria-label={t`Batches`}>
          <TagFilter tag={tag} onChange={(chosen) => change({ tag: chosen })} />
        </search>
        <ViewMenu view={view} />
      </Group>
      {rows.length > 0 ? (
        <BatchTable batches={rows} view={view} sort={sort} onSort={(order) => change({ sort: order })} />
      ) : (
        <Empty icon={IconStack2} title={t`No results`}>
          <Trans>No batches have this tag.</Trans>
        </Empty>
      )}
      {batches.isFetchNextPageError && <Text role="alert">{messageOf(batches.error)}</Text>}
      {batches.hasNextPage && (
        <Group>
          <Button variant="default" loading={batches.isFetchingNextPage} onClick={() => void batches.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface Filter {
  tag?: string | undefined;
  sort?: 'newest' | 'oldest' | undefined;
}

function NoBatches() {
  const { may } = useMembership();
  return (
    <Empty icon={IconStack2} title={t`No batches yet`} action={may('certificates:write') && <NewBatchButton />}>
      <Trans>
        A batch issues a certificate for each row of a spreadsheet. Every row is checked before credits are spent.
      </Trans>
    </Empty>
  );
}

const CERTIFICATES = t`Certificates`;
const FAILED = t({ message: 'Failed', context: 'certificates' });
const STARTED = t({ message: 'Started', context: 'date' });
/** Columns after the batch's name, which is always shown. */
const COLUMNS = [
  { key: 'author', label: t({ message: 'By', context: 'author' }) },
  { key: 'total', label: CERTIFICATES },
  { key: 'state', label: t`State` },
  { key: 'failed', label: FAILED },
  { key: 'started', label: STARTED },
  // Shown below the name.
  { key: 'tags', label: t`Tags` },
] as const satisfies readonly ListColumn[];

interface BatchTableProps {
  batches: readonly Batch[];
  view: ListView;
  sort: Filter['sort'];
  onSort: (sort: Filter['sort']) => void;
}

function BatchTable({ batches, view, sort, onSort }: BatchTableProps) {
  const columns = COLUMNS.filter(({ key }) => key !== 'tags' && view.shows(key));
  const isOldest = sort === 'oldest';
  const started: Sorting = {
    direction: isOldest ? 'ascending' : 'descending',
    name: isOldest ? t`Started, oldest first` : t`Started, newest first`,
    onSort: () => onSort(isOldest ? undefined : 'oldest'),
  };
  return (
    <StackedTable
      label={t`Batches`}
      columns={[t`Batch`, ...columns.map(({ label }) => label)]}
      numbers={[CERTIFICATES, FAILED]}
      sortings={{ [STARTED]: started }}
      isCompact={view.isCompact}
      rows={batches.map((batch) => ({
        key: batch.id,
        cells: [
          <Name key="name" batch={batch} showsTags={view.shows('tags')} />,
          ...columns.map(({ key }) => <Cell key={key} column={key} batch={batch} />),
        ],
      }))}
    />
  );
}

function Cell({ column, batch }: { column: (typeof COLUMNS)[number]['key']; batch: Batch }) {
  switch (column) {
    case 'author':
      return batch.author ? actorText(batch.author) : '–';
    case 'total':
      return <span className="tabular">{formatNumber(batch.totalCount)}</span>;
    case 'state':
      if (batch.status !== 'PROCESSING') return batchState(batch);
      return (
        <Box miw={130}>
          <BatchProgress batch={batch} size="sm" />
        </Box>
      );
    case 'failed':
      return <span className="tabular">{formatNumber(batch.failedCount)}</span>;
    case 'started':
      return <Ago moment={batch.createdAt} />;
    case 'tags':
      return null;
  }
}

function Name({ batch: { id, name, fileName, templateId, tags }, showsTags }: { batch: Batch; showsTags: boolean }) {
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
      {showsTags && <TagList tags={tags} />}
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
      <Trans>New batch</Trans>
    </Button>
  );
}
