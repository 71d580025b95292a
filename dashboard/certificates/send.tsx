import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSend } from '../email/use-send.ts';
import { fieldErrors } from '../lib/errors/errors.ts';
import type { Outputs } from '../lib/session.ts';
import { useRefresh } from './use-refresh.ts';

type Certificate = Outputs['certificates']['get'];

/** Sends a certificate by e-mail, after a question about the address. */
export function Send({ certificate }: { certificate: Certificate }) {
  const { recipientEmail, status, emailStatus } = certificate;
  const [opened, { open, close }] = useDisclosure();
  const isBack = recipientEmail !== null && (emailStatus === 'BOUNCED' || emailStatus === 'FAILED');
  const isFirst = recipientEmail === null || emailStatus === 'NONE';
  const label = isBack ? t`Correct the address` : isFirst ? t`Send by e-mail` : t`Send again`;
  const ask = (
    <Button
      variant="default"
      leftSection={<IconMail size={18} aria-hidden />}
      disabled={status === 'REVOKED'}
      loading={emailStatus === 'QUEUED'}
      onClick={open}
    >
      {label}
    </Button>
  );
  return (
    <div>
      {isBack ? <CameBack certificate={certificate}>{ask}</CameBack> : ask}
      <Modal opened={opened} onClose={close} title={label}>
        <AddressForm certificate={certificate} onDone={close} />
      </Modal>
      <Text size="sm" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
        {recipientEmail
          ? t({ message: `to ${recipientEmail}`, comment: 'Below the buttons “Send by e-mail” or “Send again”' })
          : t`This certificate has no e-mail address yet.`}
      </Text>
    </div>
  );
}

/** Shows why the last e-mail did not arrive, above the button that corrects the address. */
function CameBack({ certificate, children }: { certificate: Certificate; children: ReactNode }) {
  const { emailStatus, emailError } = certificate;
  const title = emailStatus === 'BOUNCED' ? t`The e-mail came back` : t`The e-mail couldn’t be sent`;
  return (
    <Alert color="red" title={title}>
      <Stack gap="sm" align="flex-start">
        {emailError && (
          <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {emailError}
          </Text>
        )}
        {children}
      </Stack>
    </Alert>
  );
}

interface AddressFormProps {
  certificate: Certificate;
  onDone: () => void;
}

function AddressForm({ certificate: { id, recipientEmail: present }, onDone }: AddressFormProps) {
  const refresh = useRefresh(t`The e-mail is on its way.`);
  const form = useForm({
    mode: 'uncontrolled',
    // A refused address usually has one wrong letter.
    initialValues: { recipientEmail: present ?? '' },
    validate: {
      recipientEmail: (text) => (text.includes('@') ? null : t`Enter the e-mail address.`),
    },
  });
  const send = useSend({
    onSuccess: () => {
      onDone();
      return refresh.onSuccess();
    },
    onError: (error) => form.setErrors(fieldErrors(error, ['recipientEmail'])),
  });
  const submit = form.onSubmit(({ recipientEmail }) =>
    send.mutate({ id, ...(recipientEmail !== present && { recipientEmail }) }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={t`E-mail address`}
          description={
            present === null
              ? t`Saved with the certificate.`
              : t`Another address replaces the certificate’s. Nothing goes to the old one.`
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
