import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Progress, Text } from '@mantine/core';
import { formatNumber } from '../components/format.tsx';
import type { Outputs } from '../lib/session.ts';

export type Batch = Outputs['batches']['listDetails']['batches'][number];
export type BatchDetails = Outputs['batches']['details'];

/** Shows the progress of a batch as a bar and in numbers. */
export function BatchProgress({ batch, size }: { batch: Batch; size: 'sm' | 'lg' }) {
  const { totalCount, processedCount, failedCount, progress } = batch;
  const made = ((processedCount - failedCount) / totalCount) * 100;
  return (
    <Box>
      <Progress.Root
        size={size}
        role="progressbar"
        aria-label={t`Progress`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress}
        aria-valuetext={t`${processedCount} of ${totalCount}`}
      >
        <Progress.Section value={made} withAria={false} />
        <Progress.Section value={(failedCount / totalCount) * 100} color="red" withAria={false} />
      </Progress.Root>
      <Text size="sm" mt={4} className="tabular">
        <Trans>
          {{ processedCount: formatNumber(processedCount) }} of {{ totalCount: formatNumber(totalCount) }}
        </Trans>
      </Text>
    </Box>
  );
}

/** Returns the state of a batch in words. */
export function batchState({ status, failedCount }: Batch): string {
  if (status === 'PROCESSING') return t`In progress`;
  return failedCount > 0 ? plural(failedCount, { other: 'Done, # failed' }) : t({ message: 'Done', context: 'batch' });
}
