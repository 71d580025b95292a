import { Alert, Anchor, Button, Center, Group, Image, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../app/api.tsx';
import { type Outputs, useMembership } from '../app/session.tsx';
import { CopyWide } from '../components/copy.tsx';
import { Failed } from '../components/states.tsx';

const POLL = 700;
const PATIENCE = 60_000;

/** The certificate that was just issued, once it is rendered. */
export function Issued({ issued, onAnother }: { issued: Outputs['certificates']['generate']; onAnother: () => void }) {
  const { id: organisationId } = useMembership();
  const { certificate, hasEnded, gaveUp, error, refetch } = useRendering(issued.id);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const link = { to: '/o/$organisationId/certificates/$id', params: { organisationId, id: issued.id } } as const;
  return (
    <Stack maw={760}>
      <Title order={2} size="h3" ref={title} tabIndex={-1} style={{ outline: 'none', overflowWrap: 'anywhere' }}>
        Issued{issued.recipientName && ` to ${issued.recipientName}`}
      </Title>
      <Text role="status">{stateOf(certificate?.renderStatus, gaveUp)}</Text>
      {error && !certificate && <Failed error={error} onRetry={refetch} />}
      {certificate?.renderStatus === 'FAILED' && (
        <Alert color="red" title="It could not be rendered">
          Its credit was given back.{' '}
          <Anchor renderRoot={(props) => <Link {...props} {...link} />}>See the certificate</Anchor>
        </Alert>
      )}
      {certificate?.imageUrl && (
        <Paper withBorder p="xs">
          <Image
            src={certificate.imageUrl}
            alt={`The certificate of ${issued.recipientName}`}
            fit="contain"
            mah="60vh"
          />
        </Paper>
      )}
      {!hasEnded && !gaveUp && !error && (
        <Paper withBorder p="xs">
          <Center mih={240}>
            <Loader aria-hidden />
          </Center>
        </Paper>
      )}
      <Group>
        {certificate?.pdfUrl && (
          <Button
            component="a"
            href={certificate.pdfUrl}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconFileTypePdf size={16} aria-hidden />}
          >
            Open the PDF
          </Button>
        )}
        <CopyWide value={issued.verificationUrl} label="Copy the verification link" />
        <Button variant="default" renderRoot={(props) => <Link {...props} {...link} />}>
          See the certificate
        </Button>
        <Button variant="default" onClick={onAnother}>
          Issue another
        </Button>
      </Group>
    </Stack>
  );
}

/** Asks for the certificate until it is rendered, and gives up after a minute. */
function useRendering(id: string) {
  const [gaveUp, setGaveUp] = useState(false);
  useTimeout(() => setGaveUp(true), PATIENCE, { autoInvoke: true });
  const { data, error, refetch } = useQuery({
    ...useApi().certificates.get.queryOptions({ id }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isEnd(state.data?.renderStatus) || gaveUp ? false : POLL),
  });
  const hasEnded = isEnd(data?.renderStatus);
  return { certificate: data, hasEnded, gaveUp: gaveUp && !hasEnded, error, refetch };
}

type RenderStatus = Outputs['certificates']['get']['renderStatus'];

const isEnd = (status: RenderStatus | undefined): boolean => status === 'COMPLETED' || status === 'FAILED';

function stateOf(status: RenderStatus | undefined, gaveUp: boolean): string {
  if (gaveUp) return 'Rendering takes longer than usual. It goes on by itself: see the certificate later.';
  if (status === 'COMPLETED') return 'It is ready.';
  return status === 'FAILED' ? '' : 'It is being rendered.';
}
