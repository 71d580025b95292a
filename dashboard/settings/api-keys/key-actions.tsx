import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirm } from '../../components/confirm.tsx';
import { useApi } from '../../lib/api.tsx';
import { notifyDone, notifyError } from '../../lib/errors/errors.ts';
import type { NewKey } from './shown-key.tsx';
import type { ApiKey } from './state.ts';

/** Rotates or revokes a key, after explaining what will stop working. */
export function KeyActions({ apiKey, onRotated }: { apiKey: ApiKey; onRotated: (key: NewKey) => void }) {
  const { id, name, scopes } = apiKey;
  const { rotate, revoke } = useKeyActions(apiKey, ({ key }) => onRotated({ name, key, scopes }));
  const askToRotate = () =>
    confirm({
      title: t`Rotate “${name}”?`,
      text: t`You get a new key with the same name, scopes and expiry. The old key stops working at once: programs that use it fail until they have the new one.`,
      confirm: t`Rotate the key`,
      isDangerous: true,
      onConfirm: () => rotate.mutate({ id }),
    });
  const askToRevoke = () =>
    confirm({
      title: t`Revoke “${name}”?`,
      text: t`Software that uses this key stops working immediately. This can’t be undone. Certificates issued with it stay valid.`,
      confirm: t`Revoke the key`,
      isDangerous: true,
      onConfirm: () => revoke.mutate({ id }),
    });
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        loading={rotate.isPending}
        onClick={askToRotate}
        aria-label={t`Rotate “${name}”`}
      >
        <Trans context="key">Rotate</Trans>
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={revoke.isPending}
        onClick={askToRevoke}
        aria-label={t`Revoke “${name}”`}
      >
        <Trans>Revoke</Trans>
      </Button>
    </Group>
  );
}

function useKeyActions({ name }: ApiKey, onRotated: (answer: { key: string }) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  // Also after an error: the list then shows the change that someone else made first.
  const onSettled = () => queryClient.invalidateQueries(api.apiKeys.pathFilter());
  return {
    rotate: useMutation(api.apiKeys.rotate.mutationOptions({ onSuccess: onRotated, onError: notifyError, onSettled })),
    revoke: useMutation(
      api.apiKeys.revoke.mutationOptions({
        onSuccess: () => notifyDone(t`“${name}” revoked.`),
        onError: notifyError,
        onSettled,
      }),
    ),
  };
}
