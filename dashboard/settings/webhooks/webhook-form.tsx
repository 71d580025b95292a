import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api.tsx';
import { fieldErrors, notifyDone } from '../../lib/errors/errors.ts';
import { EVENTS, type WebhookEvent } from './events.ts';
import type { Webhook } from './webhook.ts';

interface WebhookFormProps {
  /** Webhook to change; null creates a new one. */
  webhook: Webhook | null;
  onClose: () => void;
  onCreated: (created: { name: string; secret: string }) => void;
}

/** Edits a webhook's address and events. */
export function WebhookForm(props: WebhookFormProps) {
  const { webhook, onClose } = props;
  const { form, submit, isPending } = useWebhookForm(props);
  return (
    <Modal
      opened
      onClose={onClose}
      title={webhook ? t`Edit “${{ name: webhook.name }}”` : t`Create a webhook`}
      size="lg"
      closeOnClickOutside={false}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput label={t`Name`} maxLength={200} data-autofocus {...form.getInputProps('name')} />
          <TextInput
            label={t`Address`}
            description={t`Receives a POST request with JSON. Must answer with a 2xx status within 10 seconds.`}
            type="url"
            placeholder="https://"
            {...form.getInputProps('url')}
          />
          <Radio.Group label={t`If a delivery fails`} {...form.getInputProps('retry')}>
            <Stack gap="xs" my="xs">
              <Radio value="contract" label={t`Try three times`} description={t`Within a few seconds.`} />
              <Radio
                value="day"
                label={t`Try for a day`}
                description={t`Six more times within 24 hours. After 5 days without a success, the webhook is turned off, and admins get an e-mail.`}
              />
            </Stack>
          </Radio.Group>
          <Checkbox.Group label={t`Events`} {...form.getInputProps('events')}>
            <Stack gap="xs" my="xs">
              {EVENTS.map(({ event, about }) => (
                <Checkbox key={event} value={event} label={event} description={about} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={isPending}>
              {webhook ? t`Save` : t`Create the webhook`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function useWebhookForm({ webhook, onClose, onCreated }: WebhookFormProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      retry: webhook?.retry ?? ('contract' as Webhook['retry']),
      events: webhook?.events ?? (['certificate.ready', 'batch.completed'] satisfies WebhookEvent[] as WebhookEvent[]),
    },
    validate: {
      name: (name) => (name.trim() === '' ? t`Give the webhook a name` : null),
      url: (url) => (url.trim() === '' ? t`Enter the address of your endpoint` : null),
      events: (events) => (events.length === 0 ? t`Choose at least one` : null),
    },
  });
  const shared = {
    onError: (error: unknown) => {
      const errors = fieldErrors(error, ['name', 'url', 'retry', 'events'], { webhook_address_private: 'url' });
      form.setErrors(errors);
      // The dialog can be scrolled down to its button.
      for (const field of ['name', 'url']) if (errors[field]) form.getInputNode(field)?.focus();
    },
    onSettled: () => queryClient.invalidateQueries(api.webhooks.pathFilter()),
  };
  const create = useMutation(
    api.webhooks.create.mutationOptions({
      ...shared,
      onSuccess: ({ secret }, { name }) => onCreated({ name: name.trim(), secret }),
    }),
  );
  const update = useMutation(
    api.webhooks.update.mutationOptions({
      ...shared,
      onSuccess: ({ name }) => {
        notifyDone(t`“${name}” saved.`);
        onClose();
      },
    }),
  );
  const submit = form.onSubmit((values) => {
    const input = { ...values, url: values.url.trim() };
    if (webhook) update.mutate({ id: webhook.id, ...input });
    else create.mutate(input);
  });
  return { form, submit, isPending: create.isPending || update.isPending };
}
