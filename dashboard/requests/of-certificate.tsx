import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Anchor } from '@mantine/core';
import { IconMessageReport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApi } from '../lib/api.tsx';
import { useMembership } from '../lib/session.ts';
import { SLOW_MS } from '../live/live.tsx';

/** Notice of an open request on the certificate's own page. Nothing without one. */
export function RequestOfCertificate({ id: certificateId }: { id: string }) {
  const { id: organisationId } = useMembership();
  const { data } = useQuery(
    useApi().requests.list.queryOptions({ certificateId, limit: 1 }, { refetchInterval: SLOW_MS }),
  );
  if (data?.requests[0]?.status !== 'OPEN') return null;
  return (
    <Alert color="yellow" icon={<IconMessageReport aria-hidden />} title={t`The recipient asks for a correction`}>
      <Anchor renderRoot={(props) => <Link {...props} to="/o/$organisationId/requests" params={{ organisationId }} />}>
        <Trans>View the request</Trans>
      </Anchor>
    </Alert>
  );
}
