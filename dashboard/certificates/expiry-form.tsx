import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';

export interface Expiry {
  /** Last valid day (YYYY-MM-DD); null for never. */
  expiresAt: string | null;
  reason: string;
}

interface ExpiryFormProps {
  /** Present last valid day; null for never, undefined if there are several. */
  initial: string | null | undefined;
  /** Consequences, in a sentence or two. */
  about: string;
  /** Sentence with the time zone in which the day counts. */
  zone: string;
  confirm: string;
  isPending: boolean;
  /** Errors of the server by field. */
  errors?: Partial<Record<keyof Expiry, string>>;
  onChange: (expiry: Expiry) => void;
  onCancel: () => void;
}

/** Form for another expiry, with the reason that becomes part of the signed record. */
export function ExpiryForm({ initial, about, zone, confirm, isPending, errors, onChange, onCancel }: ExpiryFormProps) {
  const form = useForm({
    initialValues: { expiresAt: initial ?? '', isNever: initial === null, reason: '' },
    validate: {
      expiresAt: (day, { isNever }) => (isNever || day ? null : t`Enter the last valid day.`),
      reason: (reason) => (reason.trim() === '' ? t`Enter a reason. It is part of the signed record.` : null),
    },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ expiresAt, isNever, reason }) =>
        onChange({ expiresAt: isNever ? null : expiresAt, reason: reason.trim() }),
      )}
    >
      <Stack>
        <Text size="sm">{about}</Text>
        <TextInput
          label={t`Last valid day`}
          description={zone}
          type="date"
          disabled={form.values.isNever}
          {...form.getInputProps('expiresAt')}
          error={form.errors.expiresAt ?? errors?.expiresAt}
        />
        <Checkbox label={t`Never expires`} {...form.getInputProps('isNever', { type: 'checkbox' })} />
        <Textarea
          label={t`Reason`}
          description={t`Part of the signed record of the certificate.`}
          maxLength={500}
          autosize
          minRows={2}
          {...form.getInputProps('reason')}
          error={form.errors.reason ?? errors?.reason}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isPending}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
