import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Stack, Text } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { actorText } from '../../components/actor.ts';
import { formatDateTime } from '../../components/format.tsx';
import { StackedTable } from '../../components/stacked-table.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { LOCALE } from '../../language/language.ts';
import { useApi } from '../../lib/api.tsx';
import { type Outputs, useMembership } from '../../lib/session.ts';
import { LoadMore } from '../shared/load-more.tsx';
import { Section } from '../shared/section.tsx';

type Entry = Outputs['credits']['ledger']['entries'][number];

const KINDS: Record<Entry['kind'], string> = { GRANT: t`Added`, DEBIT: t`Spent`, REFUND: t`Refunded` };
const signed = new Intl.NumberFormat(LOCALE, { signDisplay: 'exceptZero' });

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
    <Section title={t`History`}>
      {ledger.error && <Failed error={ledger.error} onRetry={ledger.refetch} />}
      {ledger.isPending && <Loading rows={5} />}
      {entries?.length === 0 && (
        <Empty icon={IconCoins} title={t`No credit history yet`}>
          <Trans>Added and spent credits appear here.</Trans>
        </Empty>
      )}
      {rows.length > 0 && (
        <StackedTable
          label={t`Credit history`}
          columns={[t`When`, t`Who`, t`What`, t`Credits`]}
          numbers={[t`Credits`]}
          rows={rows}
        />
      )}
      <LoadMore {...ledger} />
    </Section>
  );
}

const cellsOf = (entry: Entry) => [
  formatDateTime(entry.createdAt),
  <Text key="who" size="sm" miw={160}>
    {entry.actor === null ? '–' : actorText(entry.actor)}
  </Text>,
  <What key="what" entry={entry} />,
  <Text key="amount" size="sm" fw={600} className="tabular">
    {signed.format(entry.amount)}
  </Text>,
];

function What({ entry }: { entry: Entry }) {
  return (
    <Stack gap={0}>
      <Text size="sm">
        <Words entry={entry} />
      </Text>
      {entry.note && (
        <Text size="sm" c="dimmed">
          {entry.note}
        </Text>
      )}
    </Stack>
  );
}

/** Kind of a transaction, with a link to what the credits were for. Added credits are for nothing in particular. */
function Words({ entry: { kind, certificateId, batchId } }: { entry: Entry }) {
  if (kind === 'GRANT') return KINDS[kind];
  if (certificateId) {
    return kind === 'DEBIT' ? (
      <Trans>
        Spent for <ToCertificate id={certificateId}>a certificate</ToCertificate>
      </Trans>
    ) : (
      <Trans>
        Refunded for <ToCertificate id={certificateId}>a certificate</ToCertificate>
      </Trans>
    );
  }
  if (batchId) {
    return kind === 'DEBIT' ? (
      <Trans>
        Spent for <ToBatch id={batchId}>a batch</ToBatch>
      </Trans>
    ) : (
      <Trans>
        Refunded for <ToBatch id={batchId}>a batch</ToBatch>
      </Trans>
    );
  }
  return KINDS[kind];
}

function ToCertificate({ id, children }: { id: string; children?: ReactNode }) {
  const { id: organisationId } = useMembership();
  return (
    <Anchor
      underline="always"
      renderRoot={(props) => (
        <Link {...props} to="/o/$organisationId/certificates/$id" params={{ organisationId, id }} />
      )}
    >
      {children}
    </Anchor>
  );
}

function ToBatch({ id, children }: { id: string; children?: ReactNode }) {
  const { id: organisationId } = useMembership();
  return (
    <Anchor
      underline="always"
      renderRoot={(props) => <Link {...props} to="/o/$organisationId/batches/$id" params={{ organisationId, id }} />}
    >
      {children}
    </Anchor>
  );
}
