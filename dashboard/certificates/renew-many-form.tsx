import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

export interface Renewal {
  /** Last valid day (YYYY-MM-DD); undefined for the validity of each template. */
  expiresAt?: string;
  sendEmail: boolean;
}

interface RenewManyFormProps {
  confirm: string;
  isPending: boolean;
  onRenew: (renewal: Renewal) => void;
  onCancel: () => void;
}

/** Form for the renewal of several certificates. */
export function RenewManyForm({ confirm, isPending, onRenew, onCancel }: RenewManyFormProps) {
  const [expiresAt, setExpiresAt] = useState('');
  const [sendEmail, setSendEmail] = useState(true);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onRenew({ ...(expiresAt && { expiresAt }), sendEmail });
      }}
    >
      <Stack>
        <Text size="sm">
          <Trans>
            Each certificate costs 1 credit. It’s issued again with today’s version of its template and the same values.
            Revoked certificates, and those that are already renewed, are skipped.
          </Trans>
        </Text>
        <TextInput
          label={t`Last valid day`}
          description={t`The template decides if empty.`}
          type="date"
          value={expiresAt}
          onChange={({ currentTarget }) => setExpiresAt(currentTarget.value)}
        />
        <Switch
          label={t`Send them by e-mail`}
          description={t`To recipients with an e-mail address.`}
          checked={sendEmail}
          onChange={({ currentTarget }) => setSendEmail(currentTarget.checked)}
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
