import { t } from '@lingui/core/macro';
import { Anchor, Paper, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../components/format.tsx';
import { useApi } from '../lib/api.tsx';
import { type Outputs, useMembership } from '../lib/session.ts';
import { usePolling, whileMoving } from '../live/live.tsx';
import classes from './activity.module.css';
import { useEndedActions } from './use-ended-actions.ts';
import { useEndedBatches } from './use-ended-batches.ts';

type Action = Outputs['certificates']['bulkActions']['actions'][number];

const RUNNING = {
  EMAIL: t`E-mailing`,
  REVOKE: t`Revoking`,
  EXPIRY: t`Changing the expiry`,
  RENEW: t`Renewing`,
  CORRECT: t`Correcting`,
} satisfies Record<Action['kind'], string>;

/** Shows work in progress on every screen, as it continues after its page is left. */
export function Activity() {
  const api = useApi();
  const polling = usePolling();
  const batches = useQuery(
    api.batches.listDetails.queryOptions(
      { status: 'PROCESSING', limit: 3 },
      { refetchInterval: ({ state }) => polling(isOpen(state.data)) },
    ),
  );
  const latest = useQuery(
    api.batches.listDetails.queryOptions({ limit: 5 }, { refetchInterval: ({ state }) => polling(isOpen(state.data)) }),
  );
  const actions = useQuery(
    api.certificates.bulkActions.queryOptions(undefined, {
      refetchInterval: ({ state }) => whileMoving(state.data?.actions.some(isRunning) ?? false),
    }),
  );
  const running = actions.data?.actions.filter(isRunning) ?? [];
  const processing = batches.data?.batches ?? [];
  useEndedBatches({ latest: latest.data?.batches, processing: batches.data?.batches });
  useEndedActions(actions.data?.actions);
  if (running.length === 0 && processing.length === 0) return null;
  return (
    <Paper withBorder shadow="md" p="sm" component="section" aria-label={t`In progress`} className={classes.card}>
      <Stack gap="sm">
        {processing.map((batch) => (
          <BatchLine key={batch.id} batch={batch} />
        ))}
        {running.map(({ id, kind, processed, total }) => (
          <Line key={id} what={RUNNING[kind]} done={processed} total={total} />
        ))}
      </Stack>
    </Paper>
  );
}

const isOpen = (page: Outputs['batches']['listDetails'] | undefined): boolean =>
  page?.batches.some(({ status }) => status === 'PROCESSING') ?? false;

const isRunning = ({ completedAt }: Action): boolean => completedAt === null;

function BatchLine({
  batch: { id, name, fileName, processedCount, totalCount },
}: {
  batch: Outputs['batches']['listDetails']['batches'][number];
}) {
  const { id: organisationId } = useMembership();
  return (
    <Line
      what={
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link {...props} to="/o/$organisationId/batches/$id" params={{ organisationId, id }} />
          )}
        >
          {name ?? fileName ?? t`Batch`}
        </Anchor>
      }
      done={processedCount}
      total={totalCount}
    />
  );
}

function Line({ what, done, total }: { what: React.ReactNode; done: number; total: number }) {
  const counts = t`${{ done: formatNumber(done) }} of ${{ total: formatNumber(total) }}`;
  return (
    <div>
      <Text size="sm" className="tabular">
        {what}: {counts}
      </Text>
      <Progress value={(done / total) * 100} size="sm" aria-label={counts} />
    </div>
  );
}
