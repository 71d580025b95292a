import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconMessageReport } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Page } from '../components/page.tsx';
import { Empty, Failed, Loading } from '../components/states.tsx';
import { useApi } from '../lib/api.tsx';
import { messageOf } from '../lib/errors/errors.ts';
import { SLOW_MS } from '../live/live.tsx';
import { RequestCard } from './request-card.tsx';

const PAGE = 20;

/** Lists the corrections that recipients ask for, open ones first. */
export function Requests() {
  return (
    <Page
      title={t`Requests`}
      about={t`Corrections that recipients ask for. Each one gets your answer by e-mail.`}
      maw={860}
    >
      <List />
    </Page>
  );
}

function List() {
  const list = useInfiniteQuery(
    useApi().requests.list.infiniteQueryOptions(
      { limit: PAGE },
      { getNextPageParam: (page) => page.nextCursor ?? undefined, refetchInterval: SLOW_MS },
    ),
  );
  if (list.data === undefined)
    return list.error ? <Failed error={list.error} onRetry={list.refetch} /> : <Loading rows={3} />;
  // A request that was decided between two pages is on both.
  const requests = [
    ...new Map(list.data.pages.flatMap((page) => page.requests).map((request) => [request.id, request])).values(),
  ];
  if (requests.length === 0)
    return (
      <Empty icon={IconMessageReport} title={t`No requests yet`}>
        <Trans>Choose in a template’s settings what recipients may ask to correct. Their requests appear here.</Trans>
      </Empty>
    );
  return (
    <Stack>
      {requests.map((request) => (
        <RequestCard key={request.id} request={request} />
      ))}
      {list.isFetchNextPageError && <Text role="alert">{messageOf(list.error)}</Text>}
      {list.hasNextPage && (
        <Group>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  );
}
