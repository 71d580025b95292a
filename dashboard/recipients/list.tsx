import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Ago, formatNumber } from '../components/format.tsx';
import { Page } from '../components/page.tsx';
import { StackedTable } from '../components/stacked-table.tsx';
import { Empty, Failed, Loading } from '../components/states.tsx';
import { useApi } from '../lib/api.tsx';
import { messageOf } from '../lib/errors/errors.ts';
import { type Outputs, useMembership } from '../lib/session.ts';
import { Addresses } from './addresses.tsx';

const WAIT_MS = 300;
const PAGE = 50;

/** Lists the organisation's recipients who have an e-mail address. */
export function Recipients() {
  const { search } = useSearch({ from: '/o/$organisationId/recipients' });
  const navigate = useNavigate({ from: '/o/$organisationId/recipients' });
  const [text, setText] = useState(search ?? '');
  const [wanted] = useDebouncedValue(text.trim() || undefined, WAIT_MS);
  useEffect(() => void navigate({ search: { search: wanted }, replace: true }), [navigate, wanted]);
  return (
    <Page title="Recipients" about="Everyone with an e-mail address who got a certificate from you.">
      <search aria-label="Recipients">
        <TextInput
          label="Search"
          placeholder="Name or e-mail"
          maw={400}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
      </search>
      <List search={wanted} />
    </Page>
  );
}

function List({ search }: { search: string | undefined }) {
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
      <Empty icon={IconSearch} title="No results">
        No recipient has this name or address. Search for a shorter part of it.
      </Empty>
    );
  if (recipients.length === 0)
    return (
      <Empty icon={IconUsers} title="No recipients yet">
        Recipients appear here when you issue certificates with e-mail addresses.
      </Empty>
    );
  return (
    <Stack>
      <StackedTable
        label="Recipients"
        columns={['Name', 'E-mail', 'Certificates', 'Latest']}
        numbers={['Certificates']}
        rows={recipients.map((recipient) => ({
          key: recipient.id,
          cells: [...cellsOf(recipient), ...(mayMerge ? [<Addresses key="addresses" recipient={recipient} />] : [])],
        }))}
      />
      {list.isFetchNextPageError && <Text role="alert">{messageOf(list.error)}</Text>}
      {list.hasNextPage && (
        <Group>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </Group>
      )}
    </Stack>
  );
}

type Recipient = Outputs['recipients']['get'];

const cellsOf = (recipient: Recipient) => [
  <Name key="name" recipient={recipient} />,
  <Stack key="email" gap={0}>
    {[recipient.email, ...recipient.otherAddresses.map(({ email }) => email)].map((email) => (
      <Text key={email} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {email}
      </Text>
    ))}
  </Stack>,
  <span key="count" className="tabular">
    {formatNumber(recipient.certificateCount)}
  </span>,
  <Ago key="latest" moment={recipient.lastIssuedAt} />,
];

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
