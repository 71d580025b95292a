import { plural } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Anchor, Card, Group, Text, Title } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EXPIRING_DAYS, expiringWithin } from '../certificates/expiring.ts';
import { formatNumber } from '../components/format.tsx';
import { useApi } from '../lib/api.tsx';
import { useMembership } from '../lib/session.ts';
import { usePolling } from '../live/live.tsx';

/** Numbers of valid certificates that expire soon and are not renewed, with links to them. Hidden without any. */
export function Expiring() {
  const api = useApi();
  const polling = usePolling();
  const { id: organisationId } = useMembership();
  const counts = useQueries({
    queries: EXPIRING_DAYS.map((days) =>
      api.certificates.count.queryOptions(expiringWithin(days), { refetchInterval: polling(false) }),
    ),
  });
  if (!counts.at(-1)?.data?.count) return null;
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="sm">
        <Trans>Expiring</Trans>
      </Title>
      <Group gap="xl">
        {EXPIRING_DAYS.map((days, index) => {
          const { data } = counts[index] ?? {};
          const count = data ? `${formatNumber(data.count)}${data.isMore ? '+' : ''}` : '…';
          return (
            <div key={days}>
              <Text c="dimmed" size="sm">
                <Plural value={days} one="Within # day" other="Within # days" />
              </Text>
              <Anchor
                fz={28}
                fw={650}
                className="tabular"
                aria-label={plural(days, {
                  one: `Certificates that expire within # day: ${count}`,
                  other: `Certificates that expire within # days: ${count}`,
                })}
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to="/o/$organisationId/certificates"
                    params={{ organisationId }}
                    search={expiringWithin(days)}
                  />
                )}
              >
                {count}
              </Anchor>
            </div>
          );
        })}
      </Group>
    </Card>
  );
}
