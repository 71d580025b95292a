import { Alert, Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatNumber } from '../components/format.tsx';
import { useMembership } from '../lib/session.ts';

/** Confirms an import, with the ways to go on. */
export function Imported({ count, children }: { count: number; children: ReactNode }) {
  const { id: organisationId } = useMembership();
  return (
    <Stack align="flex-start">
      <Alert
        color="laurel"
        role="status"
        title={`${formatNumber(count)} ${count === 1 ? 'certificate' : 'certificates'} imported`}
      >
        Their files are being created. No e-mails are sent.
      </Alert>
      <Group>
        <Button
          renderRoot={(props) => <Link {...props} to="/o/$organisationId/certificates" params={{ organisationId }} />}
        >
          View certificates
        </Button>
        {children}
      </Group>
    </Stack>
  );
}
