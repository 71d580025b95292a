import { t } from '@lingui/core/macro';
import { Alert, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useApi, useApiClient } from '../lib/api.tsx';
import { useAttempt } from '../lib/attempt.ts';
import { codeOf, messageOf, uncertainTitle } from '../lib/errors/errors.ts';
import { useMembership } from '../lib/session.ts';

type Input = Parameters<ReturnType<typeof useApiClient>['batches']['issue']['mutate']>[0];

/**
 * Issues a batch once, regardless of repeated clicks, and opens it. `failure` shows why it failed. Calls `onRefused` if a row is refused:
 * another person may have issued the same certificate after the check.
 */
export function useCreateBatch({ onRefused }: { onRefused: () => void }) {
  const api = useApi();
  const client = useApiClient();
  const attempt = useAttempt();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { id: organisationId } = useMembership();
  const isOnItsWay = useRef(false);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (input: Input) => client.batches.issue.mutate(input, attempt.optionsFor(input)),
    onSuccess: async ({ batchId }) => {
      attempt.succeeded();
      for (const path of [api.credits, api.batches, api.certificates]) {
        void queryClient.invalidateQueries(path.pathFilter());
      }
      // `activity/` reports the batch on the page that was opened since.
      if (!location.pathname.endsWith(`/${organisationId}/batches/new`)) return;
      await navigate({
        to: '/o/$organisationId/batches/$id',
        params: { organisationId, id: batchId },
        ignoreBlocker: true,
      });
    },
    onError: (reason) => {
      if (codeOf(reason) === 'VALIDATION_ERROR') onRefused();
    },
    onSettled: () => {
      isOnItsWay.current = false;
    },
  });
  const create = (input: Input) => {
    if (isOnItsWay.current) return;
    isOnItsWay.current = true;
    mutate(input);
  };
  const uncertain = uncertainTitle(error);
  const failure = error && (
    <Alert color="red" role="alert" title={uncertain ?? t`Nothing was issued`}>
      <Text size="sm">
        {uncertain ? t`You can safely try again: the batch is only issued once.` : messageOf(error)}
      </Text>
    </Alert>
  );
  return { create, isPending: isPending || isSuccess, failure };
}
