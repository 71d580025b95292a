import { Card, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Ago, formatDateTime, formatNumber } from '../components/format.tsx';
import { Page } from '../components/page.tsx';
import { Empty, Failed, Loading } from '../components/states.tsx';
import { useApi } from '../lib/api.tsx';
import { isMissing } from '../lib/errors/errors.ts';
import { usePolling } from '../live/live.tsx';
import { TagList } from '../tags/tag-list.tsx';
import { type Batch, BatchProgress, batchState } from './batch-progress.tsx';
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
      title={data?.name ?? 'Batch'}
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
    <Empty icon={IconStack2} title="Batch not found">
      The address may be wrong, or it may belong to another organisation.
    </Empty>
  );
}

function Shown({ batch }: { batch: Batch }) {
  const isDone = batch.status === 'COMPLETED';
  return (
    <Stack>
      <Card withBorder>
        <Stack gap="sm">
          <Text fw={600}>{batchState(batch)}</Text>
          <VisuallyHidden role="status">{isDone ? batchState(batch) : ''}</VisuallyHidden>
          <BatchProgress batch={batch} size="lg" />
          <TagList tags={batch.tags} />
          <Counts batch={batch} />
          <Text size="sm" c="dimmed">
            {batch.completedAt && `Finished ${formatDateTime(batch.completedAt)}. `}
            Started <Ago moment={batch.createdAt} />
            {batch.author && ` by ${batch.author}`}
            {batch.fileName && ` from ${batch.fileName}`}.
          </Text>
        </Stack>
      </Card>
      {isDone && <Downloads batchId={batch.id} />}
      {isDone && batch.failedCount > 0 && <Failures batch={batch} />}
    </Stack>
  );
}

function Counts({ batch: { processedCount, failedCount, pendingCount } }: { batch: Batch }) {
  const counts = [
    ['Issued', processedCount - failedCount],
    ['Failed', failedCount],
    ['Waiting', pendingCount],
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
