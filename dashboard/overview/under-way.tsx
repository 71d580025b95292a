import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Card, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BatchProgress } from '../batches/batch-progress.tsx';
import { useApi } from '../lib/api.tsx';
import { useMembership } from '../lib/session.ts';

/** Shows batches in progress. `activity/` refetches them while there are any. */
export function UnderWay() {
  const { id: organisationId } = useMembership();
  const { data } = useQuery(useApi().batches.listDetails.queryOptions({ status: 'PROCESSING', limit: 3 }));
  if (!data || data.batches.length === 0) return null;
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="sm">
        <Trans>Batches in progress</Trans>
      </Title>
      <Stack gap="sm">
        {data.batches.map((batch) => (
          <div key={batch.id}>
            <Anchor
              size="sm"
              renderRoot={(props) => (
                <Link {...props} to="/o/$organisationId/batches/$id" params={{ organisationId, id: batch.id }} />
              )}
            >
              {batch.name ?? batch.fileName ?? t`Batch`}
            </Anchor>
            <BatchProgress batch={batch} size="sm" />
          </div>
        ))}
      </Stack>
    </Card>
  );
}
