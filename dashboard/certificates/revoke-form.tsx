import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';

interface RevokeFormProps {
  /** Consequences, in a sentence or two. */
  about: string;
  confirm: string;
  isPending: boolean;
  /** Label of the switch for e-mails. Without it nobody can be notified. */
  notify?: string | undefined;
  onRevoke: (reason: string, sendEmail: boolean) => void;
  onCancel: () => void;
}

/** Form for the public reason of a revocation. */
export function RevokeForm({ about, confirm, isPending, notify, onRevoke, onCancel }: RevokeFormProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { reason: '', sendEmail: false },
    validate: {
      reason: (reason) =>
        reason.trim() === '' ? t`Enter a reason. Anyone who verifies the certificate can read it.` : null,
    },
  });
  return (
    <form onSubmit={form.onSubmit(({ reason, sendEmail }) => onRevoke(reason, sendEmail))} noValidate>
      <Stack>
        <Text size="sm">{about}</Text>
        <Textarea
          label={t`Reason`}
          description={t`Public: shown on the verification page`}
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
          key={form.key('reason')}
          {...form.getInputProps('reason')}
        />
        {notify && (
          <Switch
            label={notify}
            key={form.key('sendEmail')}
            {...form.getInputProps('sendEmail', { type: 'checkbox' })}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" color="red.9" loading={isPending}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
