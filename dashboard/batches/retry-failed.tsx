import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { confirm } from '../components/confirm.tsx';
import { formatNumber } from '../components/format.tsx';
import { useCost } from '../issuing/cost.tsx';
import { useApi } from '../lib/api.tsx';
import { notifyDone, notifyError } from '../lib/errors/errors.ts';
import { useMembership } from '../lib/session.ts';
import type { Batch } from './batch-progress.tsx';

/** Issues the failed certificates of a batch again, as a new batch. */
export function RetryFailed({ batch: { id, failedCount } }: { batch: Batch }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { id: organisationId } = useMembership();
  const { isCovered } = useCost(failedCount);
  const retry = useMutation(
    api.batches.retryFailed.mutationOptions({
      onSuccess: async ({ id: newId, totalCount }) => {
        for (const path of [api.credits, api.batches, api.certificates]) {
          void queryClient.invalidateQueries(path.pathFilter());
        }
        notifyDone(`New batch of ${formatNumber(totalCount)} started.`);
        await navigate({ to: '/o/$organisationId/batches/$id', params: { organisationId, id: newId } });
      },
      onError: notifyError,
    }),
  );
  const price = `${formatNumber(failedCount)} ${failedCount === 1 ? 'credit' : 'credits'}`;
  const ask = () =>
    confirm({
      title: 'Retry failed certificates?',
      text: `This creates a new batch. It costs ${price}, refunded when they failed. Recipients who were to receive an e-mail will get one.`,
      confirm: 'Retry failed certificates',
      onConfirm: () => retry.mutate({ id }),
    });
  return (
    <Button onClick={ask} loading={retry.isPending} disabled={!isCovered}>
      {isCovered ? 'Retry failed certificates' : 'Too few credits to retry'}
    </Button>
  );
}
