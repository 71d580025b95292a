import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconHistory, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { actorText } from '../../components/actor.ts';
import { formatDateTime } from '../../components/format.tsx';
import { StackedTable } from '../../components/stacked-table.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { useApi } from '../../lib/api.tsx';
import { type Outputs, useMembership } from '../../lib/session.ts';
import { LoadMore } from '../shared/load-more.tsx';
import { Section } from '../shared/section.tsx';
import { ActionWords } from './action-words.tsx';
import { type AuditFilter, AuditFilters } from './audit-filters.tsx';
import { Changes } from './changes.tsx';
import { type Names, useNames } from './names.ts';

type Entry = Outputs['audit']['list']['entries'][number];

/** Lists who did what in the organisation. */
export function AuditLog() {
  const { id: organisationId } = useMembership();
  const [filter, setFilter] = useState<AuditFilter>({});
  const [settled] = useDebouncedValue(filter, 300);
  const log = useInfiniteQuery(
    useApi().audit.list.infiniteQueryOptions(
      { ...settled, limit: 50, withOperator: true },
      { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined, placeholderData: keepPreviousData },
    ),
  );
  const isFiltered = Object.values(settled).some((value) => value !== undefined);
  const names = useNames();
  const entries = log.data?.pages.flatMap((page) => page.entries);
  const rows = (entries ?? []).map((entry) => ({ key: entry.id, cells: cellsOf(entry, names) }));
  return (
    <Section
      title={t`Audit log`}
      about={t`Who did what, newest first. Certificates issued through the API are under Certificates; the key used is under Credits.`}
      action={
        <Button
          variant="default"
          component="a"
          href={`/exports/audit.csv?${new URLSearchParams({ organisationId, ...given(settled) })}`}
          download
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          <Trans>Export as CSV</Trans>
        </Button>
      }
    >
      <AuditFilters filter={filter} onChange={(changes) => setFilter({ ...filter, ...changes })} />
      {log.error && <Failed error={log.error} onRetry={log.refetch} />}
      {log.isPending && <Loading rows={6} />}
      {entries?.length === 0 && isFiltered && (
        <Empty icon={IconSearch} title={t`No results`}>
          <Trans>Nothing in the log matches. Search for a shorter text, or clear a filter.</Trans>
        </Empty>
      )}
      {entries?.length === 0 && !isFiltered && (
        <Empty icon={IconHistory} title={t`No activity yet`}>
          <Trans>Changes made by members and API keys appear here.</Trans>
        </Empty>
      )}
      {rows.length > 0 && <StackedTable label={t`Audit log`} columns={[t`When`, t`Who`, t`What`]} rows={rows} />}
      <LoadMore {...log} />
    </Section>
  );
}

/** Names of those who are neither members nor keys. */
const OTHERS: Readonly<Record<NonNullable<Entry['actorRole']>, string>> = {
  operator: t`Operator`,
  recipient: t`Recipient`,
  mailbox: t`Mailbox owner`,
};

const cellsOf = (entry: Entry, names: Names) => [
  formatDateTime(entry.createdAt),
  <Text key="who" size="sm" fw={600} miw={160} style={{ overflowWrap: 'anywhere' }}>
    {entry.actorRole === null ? actorText(entry.actor) : OTHERS[entry.actorRole]}
  </Text>,
  <Fragment key="what">
    <ActionWords action={entry.action} subject={entry.subject} names={names} />
    <Changes changes={entry.changes} />
  </Fragment>,
];

/** Returns the values of a filter that are set. */
const given = (filter: AuditFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter((pair): pair is [string, string] => pair[1] !== undefined));
