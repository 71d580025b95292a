import { useMutation } from '@tanstack/react-query';
import { useApiClient } from '../lib/api.tsx';
import { useAttempt } from '../lib/attempt.ts';

interface Outcome {
  onSuccess: () => unknown;
  onError: (error: unknown) => void;
}

/** Returns the mutation that e-mails a certificate. After a lost answer, a second try sends nothing twice. */
export function useSend({ onSuccess, onError }: Outcome) {
  const client = useApiClient();
  const attempt = useAttempt();
  type Input = Parameters<typeof client.certificates.email.mutate>[0];
  return useMutation({
    mutationFn: (input: Input) => client.certificates.email.mutate(input, attempt.optionsFor(input)),
    onSuccess: async () => {
      attempt.succeeded();
      await onSuccess();
    },
    onError,
  });
}
