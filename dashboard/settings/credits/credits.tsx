import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Card, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../components/format.tsx';
import { Failed } from '../../components/states.tsx';
import { useApi } from '../../lib/api.tsx';
import { Section } from '../shared/section.tsx';
import { Ledger } from './ledger.tsx';

/** Shows how many certificates can still be issued, and how credits were used. */
export function Credits() {
  const { data, error, refetch } = useQuery(useApi().credits.get.queryOptions());
  return (
    <Stack gap="xl">
      <Section
        title={t`Credits`}
        about={t`Each certificate costs one credit. If rendering fails, the credit is refunded.`}
      >
        {error && !data && <Failed error={error} onRetry={refetch} />}
        {!error && (
          <Card withBorder maw={320}>
            <Text size="sm" c="dimmed">
              <Trans>Credits left</Trans>
            </Text>
            {data ? (
              <Text size="2rem" fw={650} className="tabular">
                {formatNumber(data.balance)}
              </Text>
            ) : (
              <Skeleton h={32} w={120} role="status" aria-label={t`Loading`} />
            )}
            {data?.balance === 0 && (
              <Text size="sm">
                <Trans>You can’t issue certificates until the operator of this installation adds credits.</Trans>
              </Text>
            )}
          </Card>
        )}
      </Section>
      <Ledger />
    </Stack>
  );
}
