import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Button, Card, Group, Image, Text, UnstyledButton } from '@mantine/core';
import { actorText } from '../../../components/actor.ts';
import { Ago } from '../../../components/format.tsx';
import type { Outputs } from '../../../lib/session.ts';
import type { Former } from './former.ts';

interface VersionCardProps {
  version: Outputs['designs']['versions']['versions'][number];
  former: Former;
  onView: (former: Former) => void;
  onRestore: (former: Former) => void;
}

/** Shows one published version with its author and note. */
export function VersionCard({ version: shown, former, onView, onRestore }: VersionCardProps) {
  const { version, createdAt, authorName, note, thumbnailUrl, isCurrent } = shown;
  return (
    <Card withBorder padding="sm">
      <Card.Section>
        <UnstyledButton display="block" w="100%" aria-label={t`View version ${version}`} onClick={() => onView(former)}>
          <Image src={thumbnailUrl} alt={t`Version ${version}`} mah={240} fit="contain" loading="lazy" bg="gray.1" />
        </UnstyledButton>
      </Card.Section>
      <Group justify="space-between" mt="sm" wrap="nowrap">
        <div>
          <Text fw={600}>
            <Trans>Version {version}</Trans>
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <Trans>
              <Ago moment={createdAt} /> by {{ authorName: actorText(authorName) }}
            </Trans>
          </Text>
        </div>
        {isCurrent && (
          <Badge style={{ flex: 'none' }}>
            <Trans>Published</Trans>
          </Badge>
        )}
      </Group>
      {note && (
        <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {note}
        </Text>
      )}
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" onClick={() => onRestore(former)}>
          <Trans>Restore version {version}</Trans>
        </Button>
      </Group>
    </Card>
  );
}
