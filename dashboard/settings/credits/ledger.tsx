import { Anchor, Stack, Text } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDateTime } from '../../components/format.tsx';
import { StackedTable } from '../../components/stacked-table.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { useApi } from '../../lib/api.tsx';
import { type Outputs, useMembership } from '../../lib/session.ts';
import { LoadMore } from '../shared/load-more.tsx';
import { Section } from '../shared/section.tsx';

type Entry = Outputs['credits']['ledger']['entries'][number];

const KINDS: Record<Entry['kind'], string> = { GRANT: 'Added', DEBIT: 'Spent', REFUND: 'Refunded' };
const signed = new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero' });

/** Lists all credit transactions, newest first. */
export function Ledger() {
  const ledger = useInfiniteQuery(
    useApi().credits.ledger.infiniteQueryOptions(
      { limit: 50 },
      { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
    ),
  );
  const entries = ledger.data?.pages.flatMap((page) => page.entries);
  const rows = (entries ?? []).map((entry) => ({ key: entry.id, cells: cellsOf(entry) }));
  return (
    <Section title="History">
      {ledger.error && <Failed error={ledger.error} onRetry={ledger.refetch} />}
      {ledger.isPending && <Loading rows={5} />}
      {entries?.length === 0 && (
        <Empty icon={IconCoins} title="No credit history yet">
          Added and spent credits appear here.
        </Empty>
      )}
      {rows.length > 0 && (
        <StackedTable label="Credit history" columns={['When', 'What', 'Credits']} numbers={['Credits']} rows={rows} />
      )}
      <LoadMore {...ledger} />
    </Section>
  );
}

const cellsOf = (entry: Entry) => [
  formatDateTime(entry.createdAt),
  <What key="what" entry={entry} />,
  <Text key="amount" size="sm" fw={600} className="tabular">
    {signed.format(entry.amount)}
  </Text>,
];

function What({ entry: { kind, note, certificateId, batchId } }: { entry: Entry }) {
  const { id: organisationId } = useMembership();
  return (
    <Stack gap={0}>
      <Text size="sm">
        {KINDS[kind]}
        {(certificateId || batchId) && ' for '}
        {certificateId && (
          <Anchor
            underline="always"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/o/$organisationId/certificates/$id"
                params={{ organisationId, id: certificateId }}
              />
            )}
          >
            a certificate
          </Anchor>
        )}
        {batchId && (
          <Anchor
            underline="always"
            renderRoot={(props) => (
              <Link {...props} to="/o/$organisationId/batches/$id" params={{ organisationId, id: batchId }} />
            )}
          >
            a batch
          </Anchor>
        )}
      </Text>
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
  );
}
