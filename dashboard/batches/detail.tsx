import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Card, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { actorText } from '../components/actor.ts';
import { Ago, formatDateTime, formatNumber } from '../components/format.tsx';
import { Page } from '../components/page.tsx';
import { Empty, Failed, Loading } from '../components/states.tsx';
import { useApi } from '../lib/api.tsx';
import { isMissing } from '../lib/errors/errors.ts';
import { useMembership } from '../lib/session.ts';
import { usePolling } from '../live/live.tsx';
import { type Batch, type BatchDetails, BatchProgress, batchState } from './batch-progress.tsx';
import { BatchTags } from './batch-tags.tsx';
import { CertificatesLink, Downloads } from './downloads.tsx';
import { Failures } from './failures.tsx';
import { TemplateName } from './template-name.tsx';

/** Shows a batch, in progress or finished. */
export function BatchDetail() {
  const { id } = useParams({ from: '/o/$organisationId/batches/$id' });
  const polling = usePolling();
  const { data, error, refetch } = useQuery({
    ...useApi().batches.details.queryOptions({ id }),
    refetchInterval: ({ state }) => polling(state.data?.status !== 'COMPLETED'),
  });
  return (
    <Page
      title={data?.name ?? t`Batch`}
      about={data && <TemplateName id={data.templateId} />}
      actions={data && <CertificatesLink batchId={id} />}
      maw={860}
    >
      {data ? <Shown key={id} batch={data} /> : <Missing error={error} onRetry={refetch} />}
    </Page>
  );
}

function Missing({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  if (!error) return <Loading />;
  if (!isMissing(error)) return <Failed error={error} onRetry={onRetry} />;
  return (
    <Empty icon={IconStack2} title={t`Batch not found`}>
      <Trans>The address may be wrong, or it may belong to another organisation.</Trans>
    </Empty>
  );
}

function Shown({ batch }: { batch: BatchDetails }) {
  const isDone = batch.status === 'COMPLETED';
  return (
    <Stack>
      <Card withBorder>
        <Stack gap="sm">
          <Text fw={600}>{batchState(batch)}</Text>
          <VisuallyHidden role="status">{isDone ? batchState(batch) : ''}</VisuallyHidden>
          <BatchProgress batch={batch} size="lg" />
          <BatchTags batch={batch} />
          <Counts batch={batch} />
          {batch.retryOf && <RetryOf id={batch.retryOf} />}
          <Text size="sm" c="dimmed">
            {batch.completedAt && (
              <>
                <Trans>Finished {{ moment: formatDateTime(batch.completedAt) }}.</Trans>{' '}
              </>
            )}
            <Started batch={batch} />
          </Text>
        </Stack>
      </Card>
      {isDone && batch.failedCount < batch.totalCount && <Downloads batchId={batch.id} />}
      {isDone && batch.failedCount > 0 && <Failures batch={batch} />}
    </Stack>
  );
}

/** Links a batch to the one whose failed certificates it issues again. */
function RetryOf({ id }: { id: string }) {
  const { id: organisationId } = useMembership();
  return (
    <Text size="sm" c="dimmed">
      <Trans>
        Issues the failed certificates of{' '}
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link {...props} to="/o/$organisationId/batches/$id" params={{ organisationId, id }} />
          )}
        >
          an earlier batch
        </Anchor>{' '}
        again.
      </Trans>
    </Text>
  );
}

/** Shows the start of a batch, its author and its file. */
function Started({ batch: { createdAt, author: caller, fileName } }: { batch: Batch }) {
  const author = caller && actorText(caller);
  const ago = <Ago moment={createdAt} />;
  if (author && fileName)
    return (
      <Trans>
        Started {ago} by {author} from {fileName}.
      </Trans>
    );
  if (author)
    return (
      <Trans>
        Started {ago} by {author}.
      </Trans>
    );
  if (fileName)
    return (
      <Trans>
        Started {ago} from {fileName}.
      </Trans>
    );
  return <Trans>Started {ago}.</Trans>;
}

function Counts({ batch: { processedCount, failedCount, pendingCount } }: { batch: Batch }) {
  const counts = [
    [t({ message: 'Issued', context: 'certificates' }), processedCount - failedCount],
    [t({ message: 'Failed', context: 'certificates' }), failedCount],
    [t({ message: 'Waiting', context: 'certificates' }), pendingCount],
  ] as const;
  return (
    <Group component="dl" gap="xl" m={0}>
      {counts.map(([name, count]) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} fw={600} className="tabular">
            {formatNumber(count)}
          </Text>
        </div>
      ))}
    </Group>
  );
}
