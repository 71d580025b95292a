import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Card, List, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Outputs, useMembership } from '../lib/session.ts';

/** First steps of a new organisation. Hidden once they are done, or if the role allows none of them. */
export function FirstSteps({ steps }: { steps: Outputs['statistics']['overview']['firstSteps'] }) {
  const { id, may } = useMembership();
  const params = { organisationId: id };
  const { hasTemplate, hasBranding, hasCertificate, hasApiKey } = steps;
  if (!may('templates:write') || (hasTemplate && hasBranding && hasCertificate)) return null;
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4">
        <Trans>First steps</Trans>
      </Title>
      <Text c="dimmed" mb="md">
        <Trans>Get ready to issue your first certificate.</Trans>
      </Text>
      <List spacing="sm" center listStyleType="none">
        <Step isDone={hasTemplate}>
          <Trans>
            <Anchor renderRoot={(props) => <Link {...props} to="/o/$organisationId/templates" params={params} />}>
              Design a template
            </Anchor>{' '}
            or import one.
          </Trans>
        </Step>
        <Step isDone={hasBranding}>
          <Trans>
            <Anchor renderRoot={(props) => <Link {...props} to="/o/$organisationId/settings" params={params} />}>
              Add your logo and colour
            </Anchor>{' '}
            for the e-mails.
          </Trans>
        </Step>
        <Step isDone={hasCertificate}>
          <Trans>
            <Anchor renderRoot={(props) => <Link {...props} to="/o/$organisationId/issue" params={params} />}>
              Issue the first certificate
            </Anchor>
            , or{' '}
            <Anchor renderRoot={(props) => <Link {...props} to="/o/$organisationId/batches/new" params={params} />}>
              a batch from a spreadsheet
            </Anchor>
            .
          </Trans>
        </Step>
        <Step isDone={hasApiKey}>
          <Trans>
            <Anchor
              renderRoot={(props) => (
                <Link {...props} to="/o/$organisationId/settings" params={params} search={{ tab: 'api-keys' }} />
              )}
            >
              Create an API key
            </Anchor>{' '}
            to issue from your own software.
          </Trans>
        </Step>
      </List>
    </Card>
  );
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  const Icon = isDone ? IconCheck : IconCircle;
  return (
    <List.Item
      icon={
        <ThemeIcon
          variant={isDone ? 'light' : 'transparent'}
          color={isDone ? 'laurel' : 'gray'}
          radius="xl"
          size={26}
          role="img"
          aria-label={isDone ? t`Done` : t`To do`}
        >
          <Icon size={16} aria-hidden />
        </ThemeIcon>
      }
    >
      {children}
    </List.Item>
  );
}
