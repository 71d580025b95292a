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
          Each certificate costs 1 credit. It’s issued again with today’s version of its template and the same values.
          Revoked certificates, and those that are already renewed, are skipped.
        </Text>
        <TextInput
          label="Last valid day"
          description="The template decides if empty."
          type="date"
          value={expiresAt}
          onChange={({ currentTarget }) => setExpiresAt(currentTarget.value)}
        />
        <Switch
          label="Send them by e-mail"
          description="To recipients with an e-mail address."
          checked={sendEmail}
          onChange={({ currentTarget }) => setSendEmail(currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
