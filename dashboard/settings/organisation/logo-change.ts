import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../app/api.tsx';
import { notifyDone, notifyError } from '../../app/errors.ts';
import type { Outputs } from '../../app/session.tsx';

/** Returns the common options of all changes of the logo. */
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
