import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Breadcrumbs, Button, Card, Grid, Group, Image, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { CopyWide } from '../components/copy.tsx';
import { Page } from '../components/page.tsx';
import { Failed, Loading } from '../components/states.tsx';
import { useApi } from '../lib/api.tsx';
import { isMissing } from '../lib/errors/errors.ts';
import { type Outputs, useMembership } from '../lib/session.ts';
import { usePolling, whileMoving } from '../live/live.tsx';
import { RequestOfCertificate } from '../requests/of-certificate.tsx';
import { CertificateActions } from './actions.tsx';
import { Downloads } from './downloads.tsx';
import { Facts } from './facts.tsx';
import { History } from './history.tsx';

/** Shows one certificate with its image, values, history and actions. */
export function CertificateDetail() {
  const { id } = useParams({ from: '/o/$organisationId/certificates/$id' });
  const api = useApi();
  const polling = usePolling();
  const intervalOf = (shown: Certificate | undefined) =>
    shown?.emailStatus === 'QUEUED' ? whileMoving(true) : polling(isMoving(shown));
  const certificate = useQuery(
    api.certificates.get.queryOptions({ id }, { refetchInterval: ({ state }) => intervalOf(state.data) }),
  );
  if (isMissing(certificate.error)) return <NoSuchCertificate />;
  if (certificate.error && !certificate.data) return <Failed error={certificate.error} onRetry={certificate.refetch} />;
  if (!certificate.data) return <Loading />;
  return <Detail key={id} certificate={certificate.data} />;
}

type Certificate = Outputs['certificates']['get'];

const isMoving = (certificate: Certificate | undefined): boolean =>
  certificate?.renderStatus === 'PENDING' || certificate?.renderStatus === 'RENDERING';

function Detail({ certificate }: { certificate: Certificate }) {
  const { id: organisationId } = useMembership();
  const { recipientName, template, pdfUrl, verificationUrl } = certificate;
  return (
    <Stack>
      <Breadcrumbs>
        <Anchor
          renderRoot={(props) => <Link {...props} to="/o/$organisationId/certificates" params={{ organisationId }} />}
        >
          <Trans>Certificates</Trans>
        </Anchor>
        <Text dir="auto">{recipientName}</Text>
      </Breadcrumbs>
      <Page
        title={recipientName || t`Certificate`}
        about={template?.name}
        actions={
          <>
            <CopyWide value={verificationUrl} label={t`Copy link`} />
            <Downloads certificate={certificate} />
            {pdfUrl && (
              <Button
                component="a"
                href={pdfUrl}
                target="_blank"
                rel="noopener"
                leftSection={<IconFileTypePdf size={18} aria-hidden />}
              >
                <Trans>Open the PDF</Trans>
              </Button>
            )}
          </>
        }
      >
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <Picture certificate={certificate} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <Stack>
              <RequestOfCertificate id={certificate.id} />
              <CertificateActions certificate={certificate} />
              <Facts certificate={certificate} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={12}>
            <History id={certificate.id} />
          </Grid.Col>
        </Grid>
      </Page>
    </Stack>
  );
}

function Picture({ certificate }: { certificate: Certificate }) {
  const { imageUrl, renderStatus, recipientName, verificationUrl } = certificate;
  if (!imageUrl)
    return <Card withBorder>{renderStatus === 'FAILED' ? <Failure certificate={certificate} /> : <Loading />}</Card>;
  return (
    <Stack gap="xs" align="flex-start">
      <Card withBorder padding={0} w="100%">
        <Image src={imageUrl} alt={t`The certificate of ${recipientName}`} mah="80vh" fit="contain" />
      </Card>
      <Anchor href={verificationUrl} target="_blank" rel="noopener" size="sm">
        <Trans>View the public verification page</Trans> <IconExternalLink size={14} aria-hidden />
      </Anchor>
    </Stack>
  );
}

/** Explains the failure of a certificate without files, and offers to issue it again. */
function Failure({ certificate: { id, template, imported } }: { certificate: Certificate }) {
  const { id: organisationId, may } = useMembership();
  const link = {
    ...{ to: '/o/$organisationId/issue', params: { organisationId } },
    search: { templateId: template?.id, from: id },
  } as const;
  return (
    <Stack align="flex-start">
      <Text>
        {imported
          ? t`The certificate couldn’t be rendered. It doesn’t count as imported.`
          : t`The certificate couldn’t be rendered. The credit was refunded.`}
      </Text>
      {template && !imported && may('certificates:write') && (
        <Button variant="default" renderRoot={(props) => <Link {...props} {...link} />}>
          <Trans>Issue it again</Trans>
        </Button>
      )}
    </Stack>
  );
}

function NoSuchCertificate() {
  const { id: organisationId } = useMembership();
  const link = { to: '/o/$organisationId/certificates', params: { organisationId } } as const;
  return (
    <Page title={t`Certificate not found`} about={t`The link may be mistyped or out of date.`}>
      <Group>
        <Button renderRoot={(props) => <Link {...props} {...link} />}>
          <Trans>View all certificates</Trans>
        </Button>
      </Group>
    </Page>
  );
}
