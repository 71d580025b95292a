import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Card, Group, Modal, Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBan, IconRotate } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { confirm } from '../components/confirm.tsx';
import { useApi } from '../lib/api.tsx';
import { type Outputs, useMembership } from '../lib/session.ts';
import { ChangeExpiry } from './change-expiry.tsx';
import { Correct } from './correct.tsx';
import { Renew } from './renew.tsx';
import { RevokeForm } from './revoke-form.tsx';
import { Send } from './send.tsx';
import { useRefresh } from './use-refresh.ts';

type Certificate = Outputs['certificates']['get'];

/** Actions on a certificate: e-mail, correct, change the expiry, renew, revoke, reinstate. */
export function CertificateActions({ certificate }: { certificate: Certificate }) {
  const { may } = useMembership();
  const { actions, keep } = useKeptFocus(certificate.status);
  if (!may('certificates:write') && !may('certificates:revoke')) return null;
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="sm">
        <Trans>Actions</Trans>
      </Title>
      <Stack gap="sm" align="flex-start" ref={actions}>
        {may('certificates:write') && <Send certificate={certificate} />}
        {may('certificates:write') && certificate.status !== 'REVOKED' && certificate.renderStatus !== 'FAILED' && (
          <Group gap="sm">
            {certificate.template && <Correct certificate={certificate} />}
            <ChangeExpiry certificate={certificate} />
            {certificate.template && certificate.renewedBy === null && <Renew certificate={certificate} />}
          </Group>
        )}
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

/** Focuses the action that replaces the one just performed. */
function useKeptFocus(status: Certificate['status']) {
  const actions = useRef<HTMLDivElement>(null);
  const isDone = useRef(false);
  const keep = () => {
    isDone.current = true;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new status shows a different action
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

function Reinstate({ certificate: { id }, onDone }: ActionProps) {
  const refresh = useRefresh(t`Certificate reinstated.`);
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
          title: t`Reinstate the certificate?`,
          text: t`Anyone who verifies it will see that it is valid.`,
          confirm: t`Reinstate`,
          onConfirm: () => reinstate.mutate({ id }),
        })
      }
    >
      <Trans>Reinstate</Trans>
    </Button>
  );
}

function Revoke({ certificate: { id, recipientEmail }, onDone }: ActionProps) {
  const [opened, { open, close }] = useDisclosure();
  const refresh = useRefresh(t`Certificate revoked.`);
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
        <Trans>Revoke</Trans>
      </Button>
      <Modal opened={opened} onClose={close} title={t`Revoke the certificate?`}>
        <RevokeForm
          about={t`Anyone who verifies it will see that it is not valid. You can reinstate it later.`}
          confirm={t`Revoke`}
          isPending={revoke.isPending}
          notify={recipientEmail === null ? undefined : t`Notify the recipient by e-mail`}
          onRevoke={(reason, sendEmail) => revoke.mutate({ id, reason, sendEmail })}
          onCancel={close}
        />
      </Modal>
    </>
  );
}
