import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Anchor, Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Ago } from '../components/format.tsx';
import { useMembership } from '../lib/session.ts';
import { TagList } from '../tags/tag-list.tsx';
import { CardMenu } from './card-menu.tsx';
import type { DesignSummary } from './design-summary.ts';
import { Thumbnail } from './thumbnail.tsx';

export function TemplateCard({ design }: { design: DesignSummary }) {
  const { id, name, formationName, tags, timesUsed, updatedAt } = design;
  const { id: organisationId, may } = useMembership();
  const mayIssue = may('certificates:write') && design.publishedVersion !== null && !design.archivedAt;
  return (
    <Card withBorder component="article" padding="md">
      <Card.Section>
        <Thumbnail design={design} />
      </Card.Section>
      <Stack gap={4} mt="sm" flex={1}>
        <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
          <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
            <Anchor
              inherit
              underline="hover"
              renderRoot={(props) => (
                <Link {...props} to="/o/$organisationId/templates/$id" params={{ organisationId, id }} />
              )}
            >
              {name || t`Untitled template`}
            </Anchor>
          </Title>
          <CardMenu design={design} />
        </Group>
        {formationName && <Text size="sm">{formationName}</Text>}
        <TagList tags={tags} />
        <Group gap={6}>
          <States design={design} />
        </Group>
        <Text size="sm" c="dimmed">
          {timesUsed === 0 ? (
            <Trans>
              Not used yet · edited <Ago moment={updatedAt} />
            </Trans>
          ) : (
            <Trans>
              <Plural value={timesUsed} one="# certificate" other="# certificates" /> · edited{' '}
              <Ago moment={updatedAt} />
            </Trans>
          )}
        </Text>
      </Stack>
      {mayIssue && (
        <Group mt="sm" gap="xs">
          <Button
            size="xs"
            variant="light"
            aria-label={t`Issue with ${name}`}
            renderRoot={(props) => (
              <Link {...props} to="/o/$organisationId/issue" params={{ organisationId }} search={{ templateId: id }} />
            )}
          >
            <Trans context="verb">Issue</Trans>
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t`New batch with ${name}`}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/o/$organisationId/batches/new"
                params={{ organisationId }}
                search={{ templateId: id }}
              />
            )}
          >
            <Trans>New batch</Trans>
          </Button>
        </Group>
      )}
    </Card>
  );
}

/** Neutral badge style. */
const PLAIN = { variant: 'light', color: 'gray', c: 'var(--mantine-color-text)' } as const;

function States({ design: { publishedVersion, hasDraft, archivedAt, isOwn } }: { design: DesignSummary }) {
  return (
    <>
      {archivedAt && (
        <Badge {...PLAIN}>
          <Trans>Archived</Trans>
        </Badge>
      )}
      {publishedVersion !== null && !archivedAt && (
        <Badge>
          <Trans>Published</Trans>
        </Badge>
      )}
      {publishedVersion === null && (
        <Badge {...PLAIN}>
          <Trans>Draft</Trans>
        </Badge>
      )}
      {publishedVersion !== null && hasDraft && (
        <Badge {...PLAIN}>
          <Trans>Draft changes</Trans>
        </Badge>
      )}
      {!isOwn && (
        <Badge {...PLAIN}>
          <Trans>Public</Trans>
        </Badge>
      )}
    </>
  );
}
