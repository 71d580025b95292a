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
        First steps
      </Title>
      <Text c="dimmed" mb="md">
        Get ready to issue your first certificate.
      </Text>
      <List spacing="sm" center listStyleType="none">
        <Step isDone={hasTemplate}>
          <Anchor renderRoot={(props) => <Link {...props} to="/o/$organisationId/templates" params={params} />}>
            Design a template
          </Anchor>{' '}
          or import one.
        </Step>
        <Step isDone={hasBranding}>
          <Anchor renderRoot={(props) => <Link {...props} to="/o/$organisationId/settings" params={params} />}>
            Add your logo and colour
          </Anchor>{' '}
          for the e-mails.
        </Step>
        <Step isDone={hasCertificate}>
          <Anchor renderRoot={(props) => <Link {...props} to="/o/$organisationId/issue" params={params} />}>
            Issue the first certificate
          </Anchor>
          , or{' '}
          <Anchor renderRoot={(props) => <Link {...props} to="/o/$organisationId/batches/new" params={params} />}>
            a batch from a spreadsheet
          </Anchor>
          .
        </Step>
        <Step isDone={hasApiKey}>
          <Anchor
            renderRoot={(props) => (
              <Link {...props} to="/o/$organisationId/settings" params={params} search={{ tab: 'api-keys' }} />
            )}
          >
            Create an API key
          </Anchor>{' '}
          to issue from your own software.
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
          aria-label={isDone ? 'Done' : 'To do'}
        >
          <Icon size={16} aria-hidden />
        </ThemeIcon>
      }
    >
      {children}
    </List.Item>
  );
}
