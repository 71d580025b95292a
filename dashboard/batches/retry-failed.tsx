import { plural, t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { confirm } from '../components/confirm.tsx';
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
        notifyDone(plural({ count: totalCount }, { other: 'New batch of # started.' }));
        if (location.pathname.endsWith(`/${organisationId}/batches/${id}`))
          await navigate({ to: '/o/$organisationId/batches/$id', params: { organisationId, id: newId } });
      },
      onError: notifyError,
    }),
  );
  const ask = () =>
    confirm({
      title: t`Retry failed certificates?`,
      text: plural(failedCount, {
        one: 'This creates a new batch. It costs # credit, refunded when they failed. Recipients who were to receive an e-mail will get one.',
        other:
          'This creates a new batch. It costs # credits, refunded when they failed. Recipients who were to receive an e-mail will get one.',
      }),
      confirm: t`Retry failed certificates`,
      onConfirm: () => retry.mutate({ id }),
    });
  return (
    <Button onClick={ask} loading={retry.isPending} disabled={!isCovered}>
      {isCovered ? t`Retry failed certificates` : t`Too few credits to retry`}
    </Button>
  );
}
