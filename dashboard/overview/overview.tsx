import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconSend, IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../components/format.tsx';
import { Page } from '../components/page.tsx';
import { Failed, Loading } from '../components/states.tsx';
import { useApi } from '../lib/api.tsx';
import { useMembership } from '../lib/session.ts';
import { usePolling } from '../live/live.tsx';
import { CreditsLeft } from './credits-left.tsx';
import { DaysChart } from './days-chart.tsx';
import { EmailOutcomes } from './email-outcomes.tsx';
import { Expiring } from './expiring.tsx';
import { Findings } from './findings.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LastErrors } from './last-errors.tsx';
import { RecentCertificates } from './recent-certificates.tsx';
import { UnderWay } from './under-way.tsx';

/** First screen of an organisation: recent figures, and next steps. */
export function Overview() {
  const { id, may } = useMembership();
  const polling = usePolling();
  const { data, error, refetch } = useQuery(
    useApi().statistics.overview.queryOptions(undefined, { refetchInterval: polling(false) }),
  );
  const params = { organisationId: id };
  const actions = may('certificates:write') && (
    <>
      <Button
        variant="default"
        leftSection={<IconStack2 size={18} aria-hidden />}
        renderRoot={(props) => <Link {...props} to="/o/$organisationId/batches/new" params={params} />}
      >
        <Trans>New batch</Trans>
      </Button>
      <Button
        leftSection={<IconSend size={18} aria-hidden />}
        renderRoot={(props) => <Link {...props} to="/o/$organisationId/issue" params={params} />}
      >
        <Trans>Issue a certificate</Trans>
      </Button>
    </>
  );
  return (
    <Page title={t`Overview`} actions={actions}>
      {error && !data && <Failed error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={4} />}
      {data && (
        <Stack gap="lg">
          <Findings />
          <FirstSteps steps={data.firstSteps} />
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            <CreditsLeft credits={data.credits} days={data.days} />
            <Figure
              label={t`Certificates in the last 30 days`}
              value={data.days.reduce((sum, day) => sum + day.count, 0)}
            />
            <Figure label={t`Views in the last 30 days`} value={data.days.reduce((sum, day) => sum + day.viewed, 0)} />
          </SimpleGrid>
          <Expiring />
          <UnderWay />
          <RecentCertificates />
          <Group align="stretch">
            <Box flex="2 1 420px" miw={0}>
              <DaysChart days={data.days} />
            </Box>
            <Box flex="1 1 240px" miw={0}>
              <EmailOutcomes emails={data.emails} />
            </Box>
          </Group>
          <LastErrors errors={data.errors} />
        </Stack>
      )}
    </Page>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <Card withBorder h="100%">
      <Text c="dimmed" size="sm">
        {label}
      </Text>
      <Text fz={28} fw={650} className="tabular">
        {formatNumber(value)}
      </Text>
    </Card>
  );
}
