import { Button, Card, Modal, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBan, IconMail, IconRotate } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '../app/api.tsx';
import { notifyDone, notifyError } from '../app/errors.ts';
import { type Outputs, useMembership } from '../app/session.tsx';
import { confirm } from '../components/confirm.tsx';
import { RevokeForm } from './revoke-form.tsx';

type Certificate = Outputs['certificates']['get'];

/** What may be done with a certificate: e-mail it, revoke it, make it valid again. */
export function CertificateActions({ certificate }: { certificate: Certificate }) {
  const { may } = useMembership();
  const { actions, keep } = useKeptFocus(certificate.status);
  if (!may('certificates:write') && !may('certificates:revoke')) return null;
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="sm">
        Actions
      </Title>
      <Stack gap="sm" align="flex-start" ref={actions}>
        {may('certificates:write') && <SendAgain certificate={certificate} />}
        {may('certificates:revoke') &&
          (certificate.status === 'REVOKED' ? (
            <Reinstate certificate={certificate} onDone={keep} />
          ) : (
            <Revoke certificate={certificate} onDone={keep} />
          ))}
      </Stack>
    </Card>
  );
}

/** Gives the focus to the action that takes the place of the one just done. */
function useKeptFocus(status: Certificate['status']) {
  const actions = useRef<HTMLDivElement>(null);
  const isDone = useRef(false);
  const keep = () => {
    isDone.current = true;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status is what shows another action
  useEffect(() => {
    if (!isDone.current) return;
    isDone.current = false;
    [...(actions.current?.querySelectorAll('button') ?? [])].at(-1)?.focus({ preventScroll: true });
  }, [status]);
  return { actions, keep };
}

interface ActionProps {
  certificate: Certificate;
  onDone: () => void;
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

function Reinstate({ certificate: { id }, onDone }: ActionProps) {
  const refresh = useRefresh('The certificate is valid again.');
  const reinstate = useMutation(
    useApi().certificates.reinstate.mutationOptions({
      ...refresh,
      onSuccess: () => {
        onDone();
        return refresh.onSuccess();
      },
    }),
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

function Revoke({ certificate: { id }, onDone }: ActionProps) {
  const [opened, { open, close }] = useDisclosure();
  const refresh = useRefresh('The certificate is revoked.');
  const revoke = useMutation(
    useApi().certificates.revoke.mutationOptions({
      ...refresh,
      onSuccess: async () => {
        close();
        onDone();
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
