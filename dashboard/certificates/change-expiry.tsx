import { Button, Checkbox, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../lib/api.tsx';
import { fieldErrors } from '../lib/errors/errors.ts';
import type { Outputs } from '../lib/session.ts';
import { useRefresh } from './use-refresh.ts';

type Certificate = Outputs['certificates']['get'];

/** Changes when a certificate expires. */
export function ChangeExpiry({ certificate }: { certificate: Certificate }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconCalendarEvent size={18} aria-hidden />} onClick={open}>
        Change expiry
      </Button>
      <Modal opened={opened} onClose={close} title="Change the expiry">
        <ExpiryForm certificate={certificate} onDone={close} />
      </Modal>
    </>
  );
}

function ExpiryForm({ certificate, onDone }: { certificate: Certificate; onDone: () => void }) {
  const { id, expiresAt, timeZone } = certificate;
  const refresh = useRefresh('Expiry changed.');
  const form = useForm({
    initialValues: {
      expiresAt: expiresAt ? lastDay(expiresAt, timeZone) : '',
      isNever: expiresAt === null,
      reason: '',
    },
    validate: {
      expiresAt: (day, { isNever }) => (isNever || day ? null : 'Enter the last valid day.'),
      reason: (reason) => (reason.trim() === '' ? 'Enter a reason. It is part of the signed record.' : null),
    },
  });
  const change = useMutation(
    useApi().certificates.changeExpiry.mutationOptions({
      onSuccess: async () => {
        onDone();
        await refresh.onSuccess();
      },
      onError: (error) => form.setErrors(fieldErrors(error, ['expiresAt', 'reason'])),
    }),
  );
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ expiresAt: day, isNever, reason }) =>
        change.mutate({ id, expiresAt: isNever ? null : day, reason: reason.trim() }),
      )}
    >
      <Stack>
        <Text size="sm">
          Links and the verification code stay. If the design shows the expiry, the certificate gets new files.
        </Text>
        <TextInput
          label="Last valid day"
          description={`In the certificate’s time zone, ${timeZone}.`}
          type="date"
          disabled={form.values.isNever}
          {...form.getInputProps('expiresAt')}
        />
        <Checkbox label="Never expires" {...form.getInputProps('isNever', { type: 'checkbox' })} />
        <Textarea
          label="Reason"
          description="Part of the signed record of the certificate."
          maxLength={500}
          autosize
          minRows={2}
          {...form.getInputProps('reason')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Change expiry
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Returns the last day (YYYY-MM-DD) that begins before a moment in a time zone. */
const lastDay = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(moment).getTime() - 1);
