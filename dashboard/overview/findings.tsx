import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, List, Text } from '@mantine/core';
import { IconShieldExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../lib/api.tsx';
import { useMembership } from '../lib/session.ts';
import { usePolling } from '../live/live.tsx';

/** Shows rows and files that were changed outside Laurel, to users with access to the audit log. */
export function Findings() {
  const { may } = useMembership();
  const polling = usePolling();
  const { data } = useQuery(
    useApi().audit.findings.queryOptions(undefined, { refetchInterval: polling(false), enabled: may('audit:read') }),
  );
  if (!data || data.findings.length === 0) return null;
  return (
    <Alert color="red" icon={<IconShieldExclamation aria-hidden />} title={t`Data was changed outside Laurel`}>
      <Text size="sm">
        <Trans>
          Affected certificates don’t verify. Ask the operator of this installation to restore the data from a backup.
        </Trans>
      </Text>
      <List size="sm" mt="xs">
        {data.findings.map(({ subject, message }) => (
          <List.Item key={`${subject} ${message}`} style={{ overflowWrap: 'anywhere' }}>
            {subject ? `${subject}: ${message}` : message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
