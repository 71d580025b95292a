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
      title: hasProposals ? 'Correct the certificate?' : 'Is the certificate corrected?',
      text: hasProposals
        ? 'It gets a new verification code and new files, without a credit. The recipient gets an e-mail.'
        : 'This closes the request without a change. The recipient gets an e-mail that the certificate is corrected.',
      confirm: hasProposals ? 'Correct' : 'Close the request',
      onConfirm: () => accept.mutate({ id }),
    });
  return (
    <>
      {isRevoked && <Text size="sm">This certificate is revoked. Reinstate it first, or decline.</Text>}
      <Group gap="sm">
        {hasProposals && (
          <Button loading={accept.isPending} disabled={isRevoked} onClick={ask}>
            Accept
          </Button>
        )}
        <Button variant={hasProposals ? 'default' : 'filled'} disabled={isRevoked} onClick={() => setOpened('edit')}>
          {hasProposals ? 'Edit and accept' : 'Correct'}
        </Button>
        {!hasProposals && (
          <Button variant="default" loading={accept.isPending} disabled={isRevoked} onClick={ask}>
            Already corrected
          </Button>
        )}
        <Button variant="default" onClick={() => setOpened('decline')}>
          Decline
        </Button>
      </Group>
      <Modal opened={opened === 'edit'} onClose={close} title="Correct the certificate" size="lg">
        <EditForm request={request} refused={refused} onDone={close} onShown={onShown} />
      </Modal>
      <Modal opened={opened === 'decline'} onClose={close} title="Decline the request">
        <DeclineForm request={request} onDone={close} onShown={onShown} />
      </Modal>
    </>
  );
}
