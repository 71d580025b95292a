import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../lib/api.tsx';
import { fieldErrors } from '../lib/errors/errors.ts';
import type { Outputs } from '../lib/session.ts';
import { useRefresh } from './use-refresh.ts';

type Certificate = Outputs['certificates']['get'];

const ON_ITS_WAY = 'The e-mail is on its way.';

/** Sends a certificate to its address or to another one. */
export function Send({ certificate }: { certificate: Certificate }) {
  const { id, recipientEmail, status, emailStatus } = certificate;
  const send = useMutation(useApi().certificates.email.mutationOptions(useRefresh(ON_ITS_WAY)));
  return (
    <div>
      <Group gap="sm">
        {recipientEmail && (
          <Button
            variant="default"
            leftSection={<IconMail size={18} aria-hidden />}
            disabled={status === 'REVOKED'}
            loading={send.isPending || emailStatus === 'QUEUED'}
            onClick={() => send.mutate({ id })}
          >
            {emailStatus === 'NONE' ? 'Send by e-mail' : 'Send again'}
          </Button>
        )}
        <SendElsewhere certificate={certificate} />
      </Group>
      <Text size="sm" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
        {recipientEmail ? `to ${recipientEmail}` : 'This certificate has no e-mail address yet.'}
      </Text>
    </div>
  );
}

function SendElsewhere({ certificate: { id, recipientEmail, status } }: { certificate: Certificate }) {
  const [opened, { open, close }] = useDisclosure();
  const isFirst = recipientEmail === null;
  const label = isFirst ? 'Send by e-mail' : 'Send to another address';
  return (
    <>
      <Button
        variant="default"
        leftSection={isFirst && <IconMail size={18} aria-hidden />}
        disabled={status === 'REVOKED'}
        onClick={open}
      >
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={label}>
        <AddressForm id={id} isFirst={isFirst} onDone={close} />
      </Modal>
    </>
  );
}

function AddressForm({ id, isFirst, onDone }: { id: string; isFirst: boolean; onDone: () => void }) {
  const refresh = useRefresh(ON_ITS_WAY);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { recipientEmail: '' },
    validate: {
      recipientEmail: (text) => (text.includes('@') ? null : 'Enter the e-mail address.'),
    },
  });
  const send = useMutation(
    useApi().certificates.email.mutationOptions({
      ...refresh,
      onSuccess: async () => {
        onDone();
        await refresh.onSuccess();
      },
      onError: (error) => form.setErrors(fieldErrors(error, ['recipientEmail'])),
    }),
  );
  return (
    <form onSubmit={form.onSubmit(({ recipientEmail }) => send.mutate({ id, recipientEmail }))} noValidate>
      <Stack>
        <TextInput
          label="E-mail address"
          description={
            isFirst ? 'Saved with the certificate.' : 'Replaces the certificate’s address. Nothing goes to the old one.'
          }
          inputMode="email"
          autoComplete="off"
          data-autofocus
          key={form.key('recipientEmail')}
          {...form.getInputProps('recipientEmail')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending}>
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
