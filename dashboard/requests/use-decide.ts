import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../lib/api.tsx';
import { notifyDone } from '../lib/errors/errors.ts';

interface Callbacks {
  /** Called when the request is decided. */
  onDone: () => void;
  /** Called when the list shows the decision. */
  onShown: () => void;
  onError: (error: unknown) => void;
}

/** Returns the decisions about requests. Afterwards, also a failed one, the list shows the present state. */
export function useDecide({ onDone, onShown, onError }: Callbacks) {
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = async (_: unknown, error: unknown) => {
    await Promise.all([
      queryClient.invalidateQueries(api.requests.pathFilter()),
      queryClient.invalidateQueries(api.certificates.pathFilter()),
    ]);
    if (!error) onShown();
  };
  const accept = useMutation(
    api.requests.accept.mutationOptions({
      onSuccess: ({ correctedRevision }) => {
        onDone();
        notifyDone(
          correctedRevision === null
            ? t`Request closed. The recipient gets an e-mail.`
            : t`Certificate corrected. Its files follow. The recipient gets an e-mail.`,
        );
      },
      onError,
      onSettled: refresh,
    }),
  );
  const decline = useMutation(
    api.requests.decline.mutationOptions({
      onSuccess: () => {
        onDone();
        notifyDone(t`Request declined. The recipient gets your answer by e-mail.`);
      },
      onError,
      onSettled: refresh,
    }),
  );
  return { accept, decline };
}
