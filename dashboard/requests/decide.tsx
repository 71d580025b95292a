import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { confirm } from '../components/confirm.tsx';
import { detailsOf, fieldErrors, notifyError } from '../lib/errors/errors.ts';
import { DeclineForm } from './decline-form.tsx';
import { EditForm } from './edit-form.tsx';
import type { Request } from './types.ts';
import { useDecide } from './use-decide.ts';

/** Accepts, changes or declines a request. Proposed values that do not fit open the form, with their faults. */
export function Decide({ request, onShown }: { request: Request; onShown: () => void }) {
  const { id, certificate, variables } = request;
  const [opened, setOpened] = useState<'edit' | 'decline' | null>(null);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const close = () => {
    setOpened(null);
    setRefused({});
  };
  const { accept } = useDecide({
    onDone: close,
    onShown,
    onError: (error) => {
      if (detailsOf(error).length === 0) return notifyError(error);
      const fields = variables.map(({ name }) => `variables.${name}`);
      setRefused(fieldErrors(error, fields));
      setOpened('edit');
    },
  });
  const isRevoked = certificate.status === 'REVOKED';
  const hasProposals = variables.length > 0;
  const ask = () =>
    confirm({
      title: hasProposals ? t`Correct the certificate?` : t`Is the certificate corrected?`,
      text: hasProposals
        ? t`It gets a new verification code and new files, without a credit. The recipient gets an e-mail.`
        : t`This closes the request without a change. The recipient gets an e-mail that the certificate is corrected.`,
      confirm: hasProposals ? t`Correct` : t`Close the request`,
      onConfirm: () => accept.mutate({ id }),
    });
  return (
    <>
      {isRevoked && (
        <Text size="sm">
          <Trans>This certificate is revoked. Reinstate it first, or decline.</Trans>
        </Text>
      )}
      <Group gap="sm">
        {hasProposals && (
          <Button loading={accept.isPending} disabled={isRevoked} onClick={ask}>
            <Trans>Accept</Trans>
          </Button>
        )}
        <Button variant={hasProposals ? 'default' : 'filled'} disabled={isRevoked} onClick={() => setOpened('edit')}>
          {hasProposals ? t`Edit and accept` : t`Correct`}
        </Button>
        {!hasProposals && (
          <Button variant="default" loading={accept.isPending} disabled={isRevoked} onClick={ask}>
            <Trans>Already corrected</Trans>
          </Button>
        )}
        <Button variant="default" onClick={() => setOpened('decline')}>
          <Trans>Decline</Trans>
        </Button>
      </Group>
      <Modal opened={opened === 'edit'} onClose={close} title={t`Correct the certificate`} size="lg">
        <EditForm request={request} refused={refused} onDone={close} onShown={onShown} />
      </Modal>
      <Modal opened={opened === 'decline'} onClose={close} title={t`Decline the request`}>
        <DeclineForm request={request} onDone={close} onShown={onShown} />
      </Modal>
    </>
  );
}
