import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../lib/api.tsx';
import { notifyDone, notifyError } from '../lib/errors/errors.ts';

/** Notifies the user of a completed action, and refetches everything that shows certificates. */
export function useRefresh(message: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return {
    onSuccess: async () => {
      notifyDone(message);
      await queryClient.invalidateQueries(api.certificates.pathFilter());
    },
    onError: notifyError,
  };
}
