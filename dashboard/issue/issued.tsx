import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Anchor, Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconBrandLinkedin, IconFileTypePdf, IconMail, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Downloads } from '../certificates/downloads.tsx';
import { CopyWide } from '../components/copy.tsx';
import { Failed } from '../components/states.tsx';
import { useSend } from '../email/use-send.ts';
import { useApi } from '../lib/api.tsx';
import { notifyDone, notifyError } from '../lib/errors/errors.ts';
import { type Outputs, useMembership } from '../lib/session.ts';
import { usePolling } from '../live/live.tsx';
import styles from './issued.module.css';

const PATIENCE = 60_000;

/** Shows the newly issued certificate once it is rendered. */
export function Issued({ issued, onAnother }: { issued: Outputs['certificates']['generate']; onAnother: () => void }) {
  const { id: organisationId } = useMembership();
  const { certificate, gaveUp, error, refetch } = useRendering(issued.id);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const link = { to: '/o/$organisationId/certificates/$id', params: { organisationId, id: issued.id } } as const;
  return (
    <Stack maw={860} gap="lg">
      <div>
        <Title order={2} size="h2" ref={title} tabIndex={-1} style={{ outline: 'none', overflowWrap: 'anywhere' }}>
          {issued.recipientName ? (
            <Trans>Issued to {{ recipientName: issued.recipientName }}</Trans>
          ) : (
            <Trans context="certificate">Issued</Trans>
          )}
        </Title>
        <Text role="status" c="dimmed">
          {stateOf(certificate?.renderStatus, gaveUp)}
        </Text>
      </div>
      {error && !certificate && <Failed error={error} onRetry={refetch} />}
      {certificate?.renderStatus === 'FAILED' && (
        <Alert color="red" title={t`Rendering failed`}>
          <Trans>
            The credit was refunded.{' '}
            <Anchor renderRoot={(props) => <Link {...props} {...link} />}>View the certificate</Anchor>
          </Trans>
        </Alert>
      )}
      {!error && !gaveUp && certificate?.renderStatus !== 'FAILED' && (
        <div className={styles.stage}>
          {certificate?.imageUrl ? (
            <img
              className={styles.certificate}
              src={certificate.imageUrl}
              alt={t`The certificate of ${{ recipientName: issued.recipientName }}`}
            />
          ) : (
            <Loader aria-hidden />
          )}
        </div>
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
            <Trans>Open the PDF</Trans>
          </Button>
        )}
        {certificate && <Downloads certificate={certificate} />}
        <CopyWide value={issued.verificationUrl} label={t`Copy link`} />
        {certificate?.renderStatus === 'COMPLETED' && <SendByEmail certificate={certificate} />}
        {certificate?.renderStatus === 'COMPLETED' && (
          <Button
            variant="default"
            component="a"
            href={linkedInShare(issued.verificationUrl)}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconBrandLinkedin size={16} aria-hidden />}
          >
            <Trans>Share on LinkedIn</Trans>
          </Button>
        )}
        <Button variant="default" renderRoot={(props) => <Link {...props} {...link} />}>
          <Trans>View the certificate</Trans>
        </Button>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAnother}>
          <Trans>Issue another</Trans>
        </Button>
      </Group>
    </Stack>
  );
}

/** Returns LinkedIn's form for a post with a link, which shows the verification page's share card. */
const linkedInShare = (url: string): string =>
  `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url })}`;

/** Sends the certificate to its recipient, or shows that it was sent. */
function SendByEmail({ certificate: { id, recipientEmail, emailStatus } }: { certificate: Certificate }) {
  const send = useSend({
    onSuccess: () => recipientEmail && notifyDone(t`The e-mail to ${recipientEmail} is on its way.`),
    onError: notifyError,
  });
  if (!recipientEmail) return null;
  if (emailStatus !== 'NONE' || send.isSuccess)
    return (
      <Button variant="default" disabled leftSection={<IconMail size={16} aria-hidden />}>
        {outcomeOf(emailStatus)}
      </Button>
    );
  return (
    <Button
      variant="default"
      leftSection={<IconMail size={16} aria-hidden />}
      loading={send.isPending}
      onClick={() => send.mutate({ id })}
    >
      <Trans>Send by e-mail</Trans>
    </Button>
  );
}

function outcomeOf(status: Certificate['emailStatus']): string {
  if (status === 'SENT' || status === 'DELIVERED') return t`E-mailed`;
  return status === 'FAILED' || status === 'BOUNCED' ? t`E-mail not delivered` : t`Sending the e-mail`;
}

/** Polls the certificate until it is rendered, for at most a minute. */
function useRendering(id: string) {
  const [gaveUp, setGaveUp] = useState(false);
  useTimeout(() => setGaveUp(true), PATIENCE, { autoInvoke: true });
  const polling = usePolling();
  const { data, error, refetch } = useQuery({
    ...useApi().certificates.get.queryOptions({ id }),
    staleTime: 0,
    refetchInterval: ({ state }) => polling(!isEnd(state.data?.renderStatus) && !gaveUp),
  });
  const hasEnded = isEnd(data?.renderStatus);
  return { certificate: data, gaveUp: gaveUp && !hasEnded, error, refetch };
}

type Certificate = Outputs['certificates']['get'];
type RenderStatus = Certificate['renderStatus'];

const isEnd = (status: RenderStatus | undefined): boolean => status === 'COMPLETED' || status === 'FAILED';

function stateOf(status: RenderStatus | undefined, gaveUp: boolean): string {
  if (gaveUp) return t`Rendering is taking longer than usual and continues in the background. You can leave this page.`;
  if (status === 'COMPLETED') return t`The certificate is ready to share.`;
  return status === 'FAILED' ? '' : t`Rendering the certificate…`;
}
