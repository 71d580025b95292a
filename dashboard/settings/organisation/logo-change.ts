import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../app/api.tsx';
import { notifyDone, notifyError } from '../../app/errors.ts';
import type { Outputs } from '../../app/session.tsx';

/** What every change of the logo ends in. */
export function useLogoChange(done: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return {
    onSuccess: (answer: Outputs['organisation']['get']) => {
      queryClient.setQueryData(api.organisation.get.queryKey(), answer);
      notifyDone(done);
    },
    onError: notifyError,
  };
}
