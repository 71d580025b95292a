import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconSearch, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Ago, formatNumber } from '../components/format.tsx';
import { Page } from '../components/page.tsx';
import { StackedTable } from '../components/stacked-table.tsx';
import { Empty, Failed, Loading } from '../components/states.tsx';
import { useApi } from '../lib/api.tsx';
import { messageOf } from '../lib/errors/errors.ts';
import { type Outputs, useMembership } from '../lib/session.ts';
import { SearchField } from '../lists/search-field.tsx';
import { type ListColumn, useListView } from '../lists/use-list-view.ts';
import { ViewMenu } from '../lists/view-menu.tsx';
import { Addresses } from './addresses.tsx';

const PAGE = 50;

/** Lists the organisation's recipients who have an e-mail address. */
export function Recipients() {
  const { search } = useSearch({ from: '/o/$organisationId/recipients' });
  const navigate = useNavigate({ from: '/o/$organisationId/recipients' });
  const applied = search?.trim() ?? '';
  return (
    <Page title={t`Recipients`} about={t`Everyone with an e-mail address who got a certificate from you.`}>
      <Box component="search" maw={400} aria-label={t`Recipients`}>
        <SearchField
          placeholder={t`Name or e-mail`}
          applied={applied}
          onApply={(text) => void navigate({ search: { search: text || undefined }, replace: true })}
        />
      </Box>
      <List search={applied || undefined} />
    </Page>
  );
}

function List({ search }: { search: string | undefined }) {
  const view = useListView('recipients', COLUMNS);
  const mayMerge = useMembership().may('certificates:write');
  const list = useInfiniteQuery(
    useApi().recipients.list.infiniteQueryOptions(
      { search, limit: PAGE },
      { getNextPageParam: (page) => page.nextCursor ?? undefined, placeholderData: keepPreviousData },
    ),
  );
  if (list.data === undefined)
    return list.error ? <Failed error={list.error} onRetry={list.refetch} /> : <Loading rows={5} />;
  const recipients = list.data.pages.flatMap((page) => page.recipients);
  if (recipients.length === 0 && search !== undefined)
    return (
      <Empty icon={IconSearch} title={t`No results`}>
        <Trans>No recipient has this name or address. Search for a shorter part of it.</Trans>
      </Empty>
    );
  if (recipients.length === 0)
    return (
      <Empty icon={IconUsers} title={t`No recipients yet`}>
        <Trans>Recipients appear here when you issue certificates with e-mail addresses.</Trans>
      </Empty>
    );
  const shown = COLUMNS.filter(({ key }) => view.shows(key));
  return (
    <Stack>
      <Group justify="flex-end">
        <ViewMenu view={view} />
      </Group>
      <StackedTable
        label={t`Recipients`}
        columns={[t({ message: 'Name', context: 'person' }), ...shown.map(({ label }) => label)]}
        numbers={[t`Certificates`]}
        isCompact={view.isCompact}
        rows={recipients.map((recipient) => ({
          key: recipient.id,
          cells: [
            <Name key="name" recipient={recipient} />,
            ...shown.map(({ key }) => cellOf(key, recipient, view.isCompact)),
            ...(mayMerge ? [<Addresses key="addresses" recipient={recipient} isSmall={view.isCompact} />] : []),
          ],
        }))}
      />
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

type Recipient = Outputs['recipients']['get'];

/** Columns after the name, which is always shown. */
const COLUMNS = [
  { key: 'email', label: t`E-mail` },
  { key: 'count', label: t`Certificates` },
  { key: 'latest', label: t`Latest` },
] as const satisfies readonly ListColumn[];

function cellOf(key: (typeof COLUMNS)[number]['key'], recipient: Recipient, isCompact: boolean): ReactNode {
  if (key === 'latest') return <Ago key={key} moment={recipient.lastIssuedAt} />;
  if (key === 'email') return <Emails key={key} recipient={recipient} isCompact={isCompact} />;
  return (
    <span key={key} className="tabular">
      {formatNumber(recipient.certificateCount)}
    </span>
  );
}

function Emails({ recipient: { email, otherAddresses }, isCompact }: { recipient: Recipient; isCompact: boolean }) {
  const emails = [email, ...otherAddresses.map((other) => other.email)];
  if (isCompact) return <span title={emails.join('\n')}>{emails.join(', ')}</span>;
  return (
    <Stack gap={0}>
      {emails.map((one) => (
        <Text key={one} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {one}
        </Text>
      ))}
    </Stack>
  );
}

function Name({ recipient: { id: recipientId, name } }: { recipient: Recipient }) {
  const { id: organisationId } = useMembership();
  return (
    <Anchor
      size="sm"
      dir="auto"
      renderRoot={(props) => (
        <Link {...props} to="/o/$organisationId/certificates" params={{ organisationId }} search={{ recipientId }} />
      )}
    >
      {name}
    </Anchor>
  );
}
