import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { useApi } from '../../lib/api.tsx';
import { Section } from '../shared/section.tsx';
import { ShownOnce } from '../shared/shown-once.tsx';
import { Deliveries } from './deliveries.tsx';
import type { Webhook } from './webhook.ts';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** Panel that is open next to the list; at most one. */
type Open =
  | { kind: 'form'; webhook: Webhook | null }
  | { kind: 'deliveries'; webhook: Webhook }
  | { kind: 'secret'; name: string; secret: string };

/** Manages the addresses that are notified of events of certificates and batches. */
export function Webhooks() {
  const { data, error, refetch } = useQuery(useApi().webhooks.listManaged.queryOptions());
  const [open, setOpen] = useState<Open | null>(null);
  const create = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen({ kind: 'form', webhook: null })}>
      <Trans>Create a webhook</Trans>
    </Button>
  );
  return (
    <Section
      title={t`Webhooks`}
      about={t`Webhooks notify your server when something happens. Each has its own signing secret. Failed deliveries are tried again.`}
      action={data && data.webhooks.length > 0 && create}
    >
      {error && !data && <Failed error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={3} />}
      {data?.webhooks.length === 0 && (
        <Empty icon={IconWebhook} title={t`No webhooks yet`} action={create}>
          <Trans>Get notified when a certificate is ready instead of polling for it.</Trans>
        </Empty>
      )}
      <Stack>
        {data?.webhooks.map((webhook) => (
          <WebhookCard
            key={webhook.id}
            webhook={webhook}
            onEdit={() => setOpen({ kind: 'form', webhook })}
            onDeliveries={() => setOpen({ kind: 'deliveries', webhook })}
            onSecret={(secret) => setOpen({ kind: 'secret', name: webhook.name, secret })}
          />
        ))}
      </Stack>
      {open && <Opened open={open} setOpen={setOpen} />}
    </Section>
  );
}

function Opened({ open, setOpen }: { open: Open; setOpen: (open: Open | null) => void }) {
  useFocusBack();
  const close = () => setOpen(null);
  if (open.kind === 'deliveries') return <Deliveries webhook={open.webhook} onClose={close} />;
  if (open.kind === 'form') {
    return (
      <WebhookForm
        webhook={open.webhook}
        onClose={close}
        onCreated={(created) => setOpen({ kind: 'secret', ...created })}
      />
    );
  }
  return (
    <ShownOnce
      title={t`Signing secret for ${{ name: open.name }}`}
      about={t`Copy the secret now and keep it somewhere safe. It is not shown again.`}
      copy={t`Copy secret`}
      value={open.secret}
      onClose={close}
    >
      <Trans>
        Your endpoint uses it to check that a delivery comes from Laurel: the header X-Service-Signature is the
        HMAC-SHA256 of the body.
      </Trans>
    </ShownOnce>
  );
}
