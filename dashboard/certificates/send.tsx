import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../lib/api.tsx';
import { fieldErrors } from '../lib/errors/errors.ts';
import type { Outputs } from '../lib/session.ts';
import { useRefresh } from './use-refresh.ts';

type Certificate = Outputs['certificates']['get'];

const ON_ITS_WAY = t`The e-mail is on its way.`;

/** Sends a certificate to its address or to another one. */
export function Send({ certificate }: { certificate: Certificate }) {
  const { id, recipientEmail, status, emailStatus } = certificate;
  const isBack = recipientEmail !== null && (emailStatus === 'BOUNCED' || emailStatus === 'FAILED');
  const send = useMutation(useApi().certificates.email.mutationOptions(useRefresh(ON_ITS_WAY)));
  const elsewhere = recipientEmail === null ? t`Send by e-mail` : t`Send to another address`;
  return (
    <div>
      {isBack && <CameBack certificate={certificate} />}
      <Group gap="sm">
        {recipientEmail && (
          <Button
            variant="default"
            leftSection={<IconMail size={18} aria-hidden />}
            disabled={status === 'REVOKED'}
            loading={send.isPending || emailStatus === 'QUEUED'}
            onClick={() => send.mutate({ id })}
          >
            {emailStatus === 'NONE' ? t`Send by e-mail` : t`Send again`}
          </Button>
        )}
        {!isBack && <SendElsewhere certificate={certificate} label={elsewhere} />}
      </Group>
      <Text size="sm" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
        {recipientEmail
          ? t({ message: `to ${recipientEmail}`, comment: 'Below the buttons “Send by e-mail” or “Send again”' })
          : t`This certificate has no e-mail address yet.`}
      </Text>
    </div>
  );
}

/** Shows why the last e-mail did not arrive, and offers to correct the address. */
function CameBack({ certificate }: { certificate: Certificate }) {
  const { emailStatus, emailError } = certificate;
  const title = emailStatus === 'BOUNCED' ? t`The e-mail came back` : t`The e-mail couldn’t be sent`;
  return (
    <Alert color="red" title={title} mb="sm">
      <Stack gap="sm" align="flex-start">
        {emailError && (
          <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {emailError}
          </Text>
        )}
        <SendElsewhere certificate={certificate} label={t`Correct the address`} />
      </Stack>
    </Alert>
  );
}

interface SendElsewhereProps {
  certificate: Certificate;
  label: string;
}

function SendElsewhere({ certificate: { id, recipientEmail, status, emailStatus }, label }: SendElsewhereProps) {
  const [opened, { open, close }] = useDisclosure();
  const isFirst = recipientEmail === null;
  // The refused address usually has one wrong letter.
  const given = emailStatus === 'BOUNCED' || emailStatus === 'FAILED' ? (recipientEmail ?? '') : '';
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
        <AddressForm id={id} isFirst={isFirst} given={given} onDone={close} />
      </Modal>
    </>
  );
}

interface AddressFormProps {
  id: string;
  isFirst: boolean;
  given: string;
  onDone: () => void;
}

function AddressForm({ id, isFirst, given, onDone }: AddressFormProps) {
  const refresh = useRefresh(ON_ITS_WAY);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { recipientEmail: given },
    validate: {
      recipientEmail: (text) => (text.includes('@') ? null : t`Enter the e-mail address.`),
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
          label={t`E-mail address`}
          description={
            isFirst
              ? t`Saved with the certificate.`
              : t`Replaces the certificate’s address. Nothing goes to the old one.`
          }
          inputMode="email"
          autoComplete="off"
          data-autofocus
          key={form.key('recipientEmail')}
          {...form.getInputProps('recipientEmail')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={send.isPending}>
            <Trans>Send</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
