import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirm } from '../components/confirm.tsx';
import { useApi } from '../lib/api.tsx';
import { notifyDone, notifyError } from '../lib/errors/errors.ts';

/** Empties test mode, after a question. */
export function ResetTest() {
  const queryClient = useQueryClient();
  const reset = useMutation(
    useApi().testMode.reset.mutationOptions({
      onSuccess: async ({ deleted }) => {
        notifyDone(plural(deleted, { one: '# test certificate deleted.', other: '# test certificates deleted.' }));
        await queryClient.invalidateQueries();
      },
      onError: notifyError,
    }),
  );
  const ask = () =>
    confirm({
      title: t`Empty test mode?`,
      text: t`All test certificates, batches, events and e-mails are deleted, and the clock shows the present again. Keys and webhooks stay. Nothing live changes.`,
      confirm: t`Empty test mode`,
      isDangerous: true,
      onConfirm: () => reset.mutate(),
    });
  return (
    <Button variant="default" loading={reset.isPending} onClick={ask}>
      <Trans>Empty test mode</Trans>
    </Button>
  );
}
