import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Card, Center, Group, Image, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CertificateStatus } from '../certificates/status.tsx';
import { Ago } from '../components/format.tsx';
import { useApi } from '../lib/api.tsx';
import { type Outputs, useMembership } from '../lib/session.ts';
import { usePolling } from '../live/live.tsx';

const SHOWN = 4;

/** Shows the newest certificates with their pictures, or nothing before the first one. */
export function RecentCertificates() {
  const { id: organisationId } = useMembership();
  const polling = usePolling();
  const { data } = useQuery(
    useApi().certificates.list.queryOptions({ limit: SHOWN }, { refetchInterval: polling(false) }),
  );
  if (!data || data.certificates.length === 0) return null;
  return (
    <Card withBorder component="section">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          <Trans>Recent certificates</Trans>
        </Title>
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/o/$organisationId/certificates" params={{ organisationId }} />}
        >
          <Trans>All certificates</Trans>
        </Anchor>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: SHOWN }}>
        {data.certificates.map((certificate) => (
          <Recent key={certificate.id} certificate={certificate} />
        ))}
      </SimpleGrid>
    </Card>
  );
}

type Certificate = Outputs['certificates']['list']['certificates'][number];

function Recent({ certificate }: { certificate: Certificate }) {
  const { id: organisationId } = useMembership();
  const { id, recipientName, imageUrl, template, createdAt } = certificate;
  return (
    <Stack gap={4} miw={0}>
      <Center h={140} bg="var(--mantine-color-default-hover)" style={{ borderRadius: 'var(--mantine-radius-md)' }}>
        {imageUrl ? (
          <Image src={`${imageUrl}?width=400`} alt="" h={140} fit="contain" loading="lazy" />
        ) : (
          <IconCertificate size={32} stroke={1.4} aria-hidden />
        )}
      </Center>
      <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
        <Anchor
          fw={600}
          size="sm"
          dir="auto"
          style={{ overflowWrap: 'anywhere' }}
          renderRoot={(props) => (
            <Link {...props} to="/o/$organisationId/certificates/$id" params={{ organisationId, id }} />
          )}
        >
          {recipientName || t`No name`}
        </Anchor>
        <CertificateStatus {...certificate} />
      </Group>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {template && `${template.name}, `}
        <Ago moment={createdAt} />
      </Text>
    </Stack>
  );
}
