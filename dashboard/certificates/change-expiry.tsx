import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { lastDay } from '../components/last-day.ts';
import { useApi } from '../lib/api.tsx';
import { fieldErrors } from '../lib/errors/errors.ts';
import type { Outputs } from '../lib/session.ts';
import { type Expiry, ExpiryForm } from './expiry-form.tsx';
import { useRefresh } from './use-refresh.ts';

type Certificate = Outputs['certificates']['get'];

/** Changes when a certificate expires. */
export function ChangeExpiry({ certificate }: { certificate: Certificate }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconCalendarEvent size={18} aria-hidden />} onClick={open}>
        <Trans>Change expiry</Trans>
      </Button>
      <Modal opened={opened} onClose={close} title={t`Change the expiry`}>
        <OwnExpiry certificate={certificate} onDone={close} />
      </Modal>
    </>
  );
}

function OwnExpiry({ certificate, onDone }: { certificate: Certificate; onDone: () => void }) {
  const { id, expiresAt, timeZone } = certificate;
  const [errors, setErrors] = useState<Partial<Record<keyof Expiry, string>>>({});
  const refresh = useRefresh(t`Expiry changed.`);
  const change = useMutation(
    useApi().certificates.changeExpiry.mutationOptions({
      onSuccess: async () => {
        onDone();
        await refresh.onSuccess();
      },
      onError: (error) => setErrors(fieldErrors(error, ['expiresAt', 'reason'])),
    }),
  );
  return (
    <ExpiryForm
      initial={expiresAt && lastDay(expiresAt, timeZone)}
      about={t`Links and the verification code stay. If the design shows the expiry, the certificate gets new files.`}
      zone={t`In the certificate’s time zone, ${timeZone}.`}
      confirm={t`Change expiry`}
      isPending={change.isPending}
      errors={errors}
      onChange={(expiry) => {
        setErrors({});
        change.mutate({ id, ...expiry });
      }}
      onCancel={onDone}
    />
  );
}
