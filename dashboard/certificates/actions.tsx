import { Button, Card, Modal, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBan, IconMail, IconRotate } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../app/api.tsx';
import { notifyDone, notifyError } from '../app/errors.ts';
import { type Outputs, useMembership } from '../app/session.tsx';
import { confirm } from '../components/confirm.tsx';
import { RevokeForm } from './revoke-form.tsx';

type Certificate = Outputs['certificates']['get'];

/** What may be done with a certificate: e-mail it, revoke it, make it valid again. */
export function CertificateActions({ certificate }: { certificate: Certificate }) {
  const { may } = useMembership();
  if (!may('certificates:write') && !may('certificates:revoke')) return null;
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="sm">
        Actions
      </Title>
      <Stack gap="sm" align="flex-start">
        {may('certificates:write') && <SendAgain certificate={certificate} />}
        {may('certificates:revoke') &&
          (certificate.status === 'REVOKED' ? (
            <Reinstate certificate={certificate} />
          ) : (
            <Revoke certificate={certificate} />
          ))}
      </Stack>
    </Card>
  );
}

/** Everything that shows certificates is asked for anew. */
function useRefresh(message: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return {
    onSuccess: async () => {
      notifyDone(message);
      await queryClient.invalidateQueries(api.certificates.pathFilter());
    },
    onError: notifyError,
  };
}

function SendAgain({ certificate: { id, recipientEmail, status, emailStatus } }: { certificate: Certificate }) {
  const send = useMutation(useApi().certificates.email.mutationOptions(useRefresh('The e-mail is on its way.')));
  if (!recipientEmail) return <Text c="dimmed">This certificate has no e-mail address.</Text>;
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconMail size={18} aria-hidden />}
        disabled={status === 'REVOKED'}
        loading={send.isPending || emailStatus === 'QUEUED'}
        onClick={() => send.mutate({ id })}
      >
        {emailStatus === 'NONE' ? 'Send by e-mail' : 'Send again'}
      </Button>
      <Text size="sm" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
        to {recipientEmail}
      </Text>
    </div>
  );
}

function Reinstate({ certificate: { id } }: { certificate: Certificate }) {
  const reinstate = useMutation(
    useApi().certificates.reinstate.mutationOptions(useRefresh('The certificate is valid again.')),
  );
  return (
    <Button
      variant="default"
      leftSection={<IconRotate size={18} aria-hidden />}
      loading={reinstate.isPending}
      onClick={() =>
        confirm({
          title: 'Reinstate the certificate?',
          text: 'Anyone who verifies it will see that it is valid.',
          confirm: 'Reinstate',
          onConfirm: () => reinstate.mutate({ id }),
        })
      }
    >
      Reinstate
    </Button>
  );
}

function Revoke({ certificate: { id } }: { certificate: Certificate }) {
  const [opened, { open, close }] = useDisclosure();
  const refresh = useRefresh('The certificate is revoked.');
  const revoke = useMutation(
    useApi().certificates.revoke.mutationOptions({
      ...refresh,
      onSuccess: async () => {
        close();
        await refresh.onSuccess();
      },
    }),
  );
  return (
    <>
      <Button color="red" variant="light" leftSection={<IconBan size={18} aria-hidden />} onClick={open}>
        Revoke
      </Button>
      <Modal opened={opened} onClose={close} title="Revoke the certificate?">
        <RevokeForm
          about="Anyone who verifies it will see that it is not valid. You can reinstate it later."
          confirm="Revoke"
          isPending={revoke.isPending}
          onRevoke={(reason) => revoke.mutate({ id, reason })}
          onCancel={close}
        />
      </Modal>
    </>
  );
}
