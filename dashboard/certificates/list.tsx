import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Center, Group, Stack, Text } from '@mantine/core';
import { IconCertificate, IconDownload, IconSearch, IconX } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useReducer } from 'react';
import { Page } from '../components/page.tsx';
import { Empty, Failed, Loading } from '../components/states.tsx';
import { TEXT_LOCALE } from '../language/language.ts';
import { useApi } from '../lib/api.tsx';
import { messageOf } from '../lib/errors/errors.ts';
import { type Outputs, useMembership } from '../lib/session.ts';
import { useListView } from '../lists/use-list-view.ts';
import { ViewMenu } from '../lists/view-menu.tsx';
import { usePolling } from '../live/live.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { isAboutExpiry, usualOrder } from './expiring.ts';
import { type Filter, Filters, filterIn, isFiltered, NO_FILTER } from './filters.tsx';
import { COLUMNS } from './list-columns.ts';
import { Rows } from './rows.tsx';
import { SavedFilters } from './saved-filters.tsx';
import { SIZE_TEXTS } from './size-texts.ts';
import { TableMenu } from './table-menu.tsx';
import { useSelection } from './use-selection.ts';

const PAGE = 50;
/** Maximum number of pages that are refetched at the normal interval. Longer lists are refetched less often. */
const FEW = 3;
/** Maximum number of empty pages that are fetched automatically while a filter searches all certificates. */
const PATIENCE = 10;

/** Lists all certificates with infinite scrolling. */
export function Certificates() {
  const search = useSearch({ from: '/o/$organisationId/certificates' });
  const filter = useMemo(() => filterIn(search), [search]);
  const navigate = useNavigate({ from: '/o/$organisationId/certificates' });
  const { id: organisationId } = useMembership();
  const { list, certificates, isOutdated, total, all, isLooking } = useCertificates(filter);
  const choosing = useSelection(filter, total, certificates ?? []);
  const view = useListView('certificates', COLUMNS);
  const change = (changes: Filter) => void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  const [replaced, startAgain] = useReducer((count: number) => count + 1, 0);
  const replace = (next: Filter) => {
    // A text that was just typed must not be applied after this.
    startAgain();
    change({ ...NO_FILTER, ...next });
  };
  return (
    <Page
      title={t`Certificates`}
      actions={
        <>
          <TableMenu />
          <Button
            variant="default"
            component="a"
            href={exportUrl(organisationId, filter)}
            download
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            <Trans>Export as CSV</Trans>
          </Button>
        </>
      }
    >
      <Filters key={replaced} filter={filter} onChange={change} />
      {filter.batchId && <OnlyBatch id={filter.batchId} />}
      {filter.recipientId && <OnlyRecipient id={filter.recipientId} />}
      <Group justify="space-between" mih={26}>
        <Text size="sm" c="dimmed" role="status" className="tabular">
          {certificates && certificates.length > 0 && (isOutdated ? t`Loading…` : SIZE_TEXTS.listed(all))}
        </Text>
        <Group gap="xs">
          {isFiltered(filter) && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconX size={14} aria-hidden />}
              onClick={() => replace({})}
            >
              <Trans>Clear filters</Trans>
            </Button>
          )}
          <SavedFilters filter={filter} onApply={(saved) => replace({ sort: undefined, ...saved })} />
          <ViewMenu view={view} />
        </Group>
      </Group>
      {list.error && !certificates && <Failed error={list.error} onRetry={list.refetch} />}
      {!list.error && !certificates && <Loading rows={8} />}
      {certificates && !isLooking && certificates.length === 0 && <Nothing isFiltered={isFiltered(filter)} />}
      {certificates && certificates.length > 0 && (
        <Stack gap="xs">
          {!choosing.isEmpty && (
            <BulkBar
              choosing={choosing}
              loaded={certificates.length}
              hasMore={list.hasNextPage && !isOutdated}
              all={all}
            />
          )}
          <Rows
            certificates={certificates}
            total={total}
            choosing={choosing}
            order={filter.sort ?? usualOrder(filter)}
            onOrder={(order) =>
              change({ sort: order === 'expiry' || order === usualOrder(filter) ? undefined : order })
            }
            isByExpiry={isAboutExpiry(filter)}
            view={view}
            isOutdated={isOutdated}
            canLoadMore={list.hasNextPage && !list.isFetching && !list.isFetchNextPageError}
            onLoadMore={() => void list.fetchNextPage()}
          />
        </Stack>
      )}
      {isLooking && <Loading rows={3} />}
      {list.isFetchNextPageError && <Text role="alert">{messageOf(list.error)}</Text>}
      {list.hasNextPage && !isLooking && (
        <Center>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </Center>
      )}
    </Page>
  );
}

type Listed = Outputs['certificates']['list'];

const isMoving = ({ certificates }: Listed): boolean =>
  certificates.some(({ renderStatus }) => renderStatus === 'PENDING' || renderStatus === 'RENDERING');

/** Returns the pages of a filter and their number of certificates, from the server or, after the last page, from the pages. */
function useCertificates(filter: Filter) {
  const api = useApi();
  const polling = usePolling();
  const list = useInfiniteQuery(
    api.certificates.list.infiniteQueryOptions(
      { ...filter, limit: PAGE },
      {
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        // Rows that the next filter also matches keep their place and focus.
        placeholderData: keepPreviousData,
        refetchInterval: ({ state: { data } }) => {
          const interval = polling(data?.pages.some(isMoving) ?? false);
          // Each page is a separate request.
          return interval && interval * Math.max(1, (data?.pages.length ?? 0) / FEW);
        },
      },
    ),
  );
  const { search, renderStatus, emailStatus } = filter;
  const isCountable = search === undefined && renderStatus === undefined && emailStatus === undefined;
  const counted = useQuery(api.certificates.count.queryOptions(filter, { enabled: isCountable && list.hasNextPage }));
  const isOutdated = list.isPlaceholderData;
  const listed = list.data?.pages.flatMap((page) => page.certificates);
  // An empty result of the previous filter says nothing about this one.
  const certificates = isOutdated && listed?.length === 0 ? undefined : listed;
  const pages = list.data?.pages ?? [];
  const empty = pages.length - 1 - pages.findLastIndex((page) => page.certificates.length > 0);
  // A page can be empty without being the last, so the next ones are fetched, up to a limit.
  const isLooking = list.hasNextPage && !list.error && empty > 0 && empty <= PATIENCE;
  const { fetchNextPage, isFetching } = list;
  useEffect(() => {
    if (isLooking && !isFetching) void fetchNextPage();
  }, [isLooking, isFetching, fetchNextPage]);
  const number = list.hasNextPage ? counted.data?.count : certificates?.length;
  const total = isOutdated || (list.hasNextPage && counted.data?.isMore) ? undefined : number;
  const isMore = list.hasNextPage && (counted.data?.isMore ?? true);
  const all = { count: number ?? certificates?.length ?? 0, isMore };
  return { list, certificates, isOutdated, total, all, isLooking };
}

function OnlyBatch({ id }: { id: string }) {
  const { id: organisationId } = useMembership();
  return (
    <Text>
      <Trans>
        Showing certificates of{' '}
        <Anchor
          renderRoot={(props) => (
            <Link {...props} to="/o/$organisationId/batches/$id" params={{ organisationId, id }} />
          )}
        >
          one batch
        </Anchor>{' '}
        only.
      </Trans>
    </Text>
  );
}

function OnlyRecipient({ id }: { id: string }) {
  const { data } = useQuery(useApi().recipients.get.queryOptions({ id }));
  const addresses = data ? [data.email, ...data.otherAddresses.map(({ email }) => email)] : ['…'];
  return (
    <Text style={{ overflowWrap: 'anywhere' }}>
      <Trans>Showing certificates for {{ addresses: new Intl.ListFormat(TEXT_LOCALE).format(addresses) }} only.</Trans>
    </Text>
  );
}

function exportUrl(organisationId: string, filter: Filter): string {
  const given = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return `/exports/certificates.csv?${new URLSearchParams([['organisationId', organisationId], ...given])}`;
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { id: organisationId, may } = useMembership();
  if (isFiltered) {
    return (
      <Empty icon={IconSearch} title={t`No results`}>
        <Trans>No certificates match these filters. Remove a filter, or search for a shorter part of the name.</Trans>
      </Empty>
    );
  }
  const action = may('certificates:write') && (
    <Group>
      <Button renderRoot={(props) => <Link {...props} to="/o/$organisationId/issue" params={{ organisationId }} />}>
        <Trans>Issue a certificate</Trans>
      </Button>
    </Group>
  );
  return (
    <Empty icon={IconCertificate} title={t`No certificates yet`} action={action}>
      <Trans>Certificates you issue, one at a time, in batches or through the API, appear here.</Trans>
    </Empty>
  );
}
