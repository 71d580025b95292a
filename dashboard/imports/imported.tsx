import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMembership } from '../lib/session.ts';

/** Confirms an import, with the ways to go on. */
export function Imported({ count, children }: { count: number; children: ReactNode }) {
  const { id: organisationId } = useMembership();
  return (
    <Stack align="flex-start">
      <Alert
        color="laurel"
        role="status"
        title={plural(count, { one: '# certificate imported', other: '# certificates imported' })}
      >
        <Trans>Their files are being created. No e-mails are sent.</Trans>
      </Alert>
      <Group>
        <Button
          renderRoot={(props) => <Link {...props} to="/o/$organisationId/certificates" params={{ organisationId }} />}
        >
          <Trans>View certificates</Trans>
        </Button>
        {children}
      </Group>
    </Stack>
  );
}
