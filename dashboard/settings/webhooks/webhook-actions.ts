import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirm } from '../../components/confirm.tsx';
import { useApi } from '../../lib/api.tsx';
import { notifyDone, notifyError } from '../../lib/errors/errors.ts';
import type { Webhook } from './webhook.ts';

interface After {
  onPinged: () => void;
  onSecret: (secret: string) => void;
}

/** Returns the actions on a webhook. Irreversible ones ask for confirmation. */
export function useWebhookActions({ id, name }: Webhook, { onPinged, onSecret }: After) {
  const api = useApi();
  const queryClient = useQueryClient();
  const shared = {
    onError: notifyError,
    onSettled: () => queryClient.invalidateQueries(api.webhooks.pathFilter()),
  };
  const ping = useMutation(api.webhooks.ping.mutationOptions({ ...shared, onSuccess: onPinged }));
  const rotate = useMutation(
    api.webhooks.rotateSecret.mutationOptions({ ...shared, onSuccess: ({ secret }) => onSecret(secret) }),
  );
  const remove = useMutation(
    api.webhooks.delete.mutationOptions({ ...shared, onSuccess: () => notifyDone(t`“${name}” deleted.`) }),
  );
  const enable = useMutation(
    api.webhooks.enable.mutationOptions({ ...shared, onSuccess: () => notifyDone(t`“${name}” is on.`) }),
  );
  const askToRotate = () =>
    confirm({
      title: t`Rotate the secret of “${name}”?`,
      text: t`You get a new secret. For 24 hours, deliveries are signed with both secrets so you can update your receiver. Then the old one expires. If an earlier secret is still in its 24 hours, it expires now.`,
      confirm: t`Rotate the secret`,
      onConfirm: () => rotate.mutate({ id }),
    });
  const askToDelete = () =>
    confirm({
      title: t`Delete “${name}”?`,
      text: t`It won’t receive any more events. Waiting deliveries are cancelled and its log is deleted. This can’t be undone.`,
      confirm: t`Delete the webhook`,
      isDangerous: true,
      onConfirm: () => remove.mutate({ id }),
    });
  return {
    ping: { run: () => ping.mutate({ id }), isPending: ping.isPending },
    enable: { run: (sendMissed: boolean) => enable.mutate({ id, sendMissed }), isPending: enable.isPending },
    rotate: { run: askToRotate, isPending: rotate.isPending },
    remove: { run: askToDelete, isPending: remove.isPending },
  };
}
