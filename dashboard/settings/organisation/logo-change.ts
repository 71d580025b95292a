import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api.tsx';
import { notifyDone, notifyError } from '../../lib/errors/errors.ts';
import type { Outputs } from '../../lib/session.ts';

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
