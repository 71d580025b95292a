import { Anchor, Button, Center, Group, Table, Text } from '@mantine/core';
import { IconCertificate, IconDownload, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useApi } from '../app/api.tsx';
import { type Outputs, useMembership } from '../app/session.tsx';
import { Ago } from '../components/format.tsx';
import { Page } from '../components/page.tsx';
import { Empty, Failed, Loading } from '../components/states.tsx';
import { type Filter, Filters } from './filters.tsx';
import { CertificateStatus, EmailStatus } from './status.tsx';

const PAGE = 50;
const REFRESH_MS = 3000;

/** All certificates, newest first, as far as one scrolls. */
export function Certificates() {
  const filter = useSearch({ from: '/o/$organisationId/certificates' });
  const navigate = useNavigate({ from: '/o/$organisationId/certificates' });
  const { id: organisationId } = useMembership();
  const list = useInfiniteQuery(
    useApi().certificates.list.infiniteQueryOptions(
      { ...filter, limit: PAGE },
      {
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        refetchInterval: ({ state }) => (state.data?.pages.some(isMoving) ? REFRESH_MS : false),
      },
    ),
  );
  const certificates = list.data?.pages.flatMap((page) => page.certificates);
  const change = (changes: Filter) => void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  return (
    <Page
      title="Certificates"
      actions={
        <Button
          variant="default"
          component="a"
          href={exportUrl(organisationId, filter)}
          download
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          Export as CSV
        </Button>
      }
    >
      <Filters filter={filter} onChange={change} />
      {filter.batchId && (
        <Text>
          Only those of{' '}
          <Anchor
            renderRoot={(props) => (
              <Link
                {...props}
                to="/o/$organisationId/batches/$id"
                params={{ organisationId, id: filter.batchId ?? '' }}
              />
            )}
          >
            one batch
          </Anchor>
          .
        </Text>
      )}
      {list.error && !certificates && <Failed error={list.error} onRetry={list.refetch} />}
      {!list.error && !certificates && <Loading rows={8} />}
      {certificates?.length === 0 && <Nothing isFiltered={Object.values(filter).some(Boolean)} />}
      {certificates && certificates.length > 0 && <Rows certificates={certificates} />}
      {list.hasNextPage && (
        <Center>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </Center>
      )}
    </Page>
  );
}

type Listed = Outputs['certificates']['list'];

const isMoving = ({ certificates }: Listed): boolean =>
  certificates.some(({ renderStatus }) => renderStatus === 'PENDING' || renderStatus === 'RENDERING');

function exportUrl(organisationId: string, filter: Filter): string {
  const given = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return `/exports/certificates.csv?${new URLSearchParams([['organisationId', organisationId], ...given])}`;
}

function Rows({ certificates }: { certificates: Listed['certificates'] }) {
  const { id: organisationId } = useMembership();
  return (
    <Table.ScrollContainer
      minWidth={640}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': 'Certificates' } }}
    >
      <Table highlightOnHover verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Recipient</Table.Th>
            <Table.Th>Template</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>E-mail</Table.Th>
            <Table.Th>Issued</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {certificates.map(({ id, recipientName, recipientEmail, template, createdAt, emailStatus, ...state }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Anchor
                  fw={600}
                  dir="auto"
                  renderRoot={(props) => (
                    <Link {...props} to="/o/$organisationId/certificates/$id" params={{ organisationId, id }} />
                  )}
                >
                  {recipientName || 'No name'}
                </Anchor>
                {recipientEmail && (
                  <Text size="sm" c="dimmed">
                    {recipientEmail}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{template.name}</Table.Td>
              <Table.Td>
                <CertificateStatus {...state} />
              </Table.Td>
              <Table.Td>
                <EmailStatus status={emailStatus} />
              </Table.Td>
              <Table.Td>
                <Ago moment={createdAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { id: organisationId, may } = useMembership();
  if (isFiltered) {
    return (
      <Empty icon={IconSearch} title="Nothing matches">
        No certificate has all that you ask for. Take a filter away, or look for less of a name.
      </Empty>
    );
  }
  const action = may('certificates:write') && (
    <Group>
      <Button renderRoot={(props) => <Link {...props} to="/o/$organisationId/issue" params={{ organisationId }} />}>
        Issue a certificate
      </Button>
    </Group>
  );
  return (
    <Empty icon={IconCertificate} title="No certificates yet" action={action}>
      Certificates that you issue, one by one, in batches or through the API, are listed here.
    </Empty>
  );
}
