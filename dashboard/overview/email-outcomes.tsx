import { plural } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmailStatus } from '../certificates/status.tsx';
import { formatNumber } from '../components/format.tsx';
import { type Outputs, useMembership } from '../lib/session.ts';

const STATES = ['DELIVERED', 'SENT', 'QUEUED', 'BOUNCED', 'FAILED', 'UNCERTAIN'] as const;

/** Accessible names of the numbers of certificates whose e-mails are in each state. */
const NAMES: Record<(typeof STATES)[number], (count: number) => string> = {
  DELIVERED: (count) => plural(count, { one: '# certificate: delivered', other: '# certificates: delivered' }),
  SENT: (count) => plural(count, { one: '# certificate: sent', other: '# certificates: sent' }),
  QUEUED: (count) => plural(count, { one: '# certificate: queued', other: '# certificates: queued' }),
  BOUNCED: (count) => plural(count, { one: '# certificate: bounced', other: '# certificates: bounced' }),
  FAILED: (count) => plural(count, { one: '# certificate: failed', other: '# certificates: failed' }),
  UNCERTAIN: (count) => plural(count, { one: '# certificate: uncertain', other: '# certificates: uncertain' }),
};

/** Outcome of the e-mails of the last 30 days; each state links to its certificates. */
export function EmailOutcomes({ emails }: { emails: Outputs['statistics']['overview']['emails'] }) {
  const { id: organisationId } = useMembership();
  const total = STATES.reduce((sum, state) => sum + emails[state], 0);
  return (
    <Card withBorder component="section" h="100%">
      <Title order={2} size="h4" mb="sm">
        <Trans>E-mails in the last 30 days</Trans>
      </Title>
      {total === 0 && (
        <Text c="dimmed">
          <Trans>No certificates were e-mailed.</Trans>
        </Text>
      )}
      <Stack gap="xs">
        {total > 0 &&
          STATES.map((state) => (
            <Group key={state} justify="space-between">
              <EmailStatus status={state} />
              <Anchor
                className="tabular"
                aria-label={NAMES[state](emails[state])}
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to="/o/$organisationId/certificates"
                    params={{ organisationId }}
                    search={{ emailStatus: state }}
                  />
                )}
              >
                {formatNumber(emails[state])}
              </Anchor>
            </Group>
          ))}
      </Stack>
      {emails.isCut && (
        <Text size="xs" c="dimmed" mt="xs">
          <Plural value={total} one="Of the newest # e-mails." other="Of the newest # e-mails." />
        </Text>
      )}
    </Card>
  );
}
