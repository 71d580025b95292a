import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Copy } from '../components/copy.tsx';
import { formatDateTime, formatDay, formatLastDay } from '../components/format.tsx';
import { useApi } from '../lib/api.tsx';
import { type Outputs, useMembership } from '../lib/session.ts';
import { AssetPicture } from '../pictures/asset-picture.tsx';
import { isAsset } from '../pictures/shown-source.ts';
import { CertificateTags } from './edit-tags.tsx';
import { CertificateStatus } from './status.tsx';

/** Facts recorded about a certificate. */
export function Facts({ certificate }: { certificate: Outputs['certificates']['get'] }) {
  const { id: organisationId } = useMembership();
  const { id, recipientEmail, recipientId, externalId, number, batchId, createdAt, verificationHash } = certificate;
  const { awardedOn, timeZone, expiresAt, revokedAt, renewalOf, renewedBy, imported, legacyCode } = certificate;
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="sm">
        <Trans>Details</Trans>
      </Title>
      <Stack gap="xs" component="dl" m={0}>
        <Fact label={t`State`}>
          <CertificateStatus {...certificate} />
        </Fact>
        <Fact label={imported ? t`Imported` : t`Issued`}>{formatDateTime(createdAt)}</Fact>
        {certificate.hidden && (
          <Fact label={t`Public page`}>
            <Trans>Hidden by the recipient</Trans>
          </Fact>
        )}
        {imported?.issuer && <Fact label={t`Issued through`}>{imported.issuer}</Fact>}
        {legacyCode && <Fact label={t`Former code`}>{legacyCode}</Fact>}
        <Fact label={t`Award date`}>{formatDay(awardedOn)}</Fact>
        {expiresAt && <Fact label={t`Valid until`}>{formatLastDay(expiresAt, timeZone)}</Fact>}
        {revokedAt && <Fact label={t`Revoked`}>{formatDateTime(revokedAt)}</Fact>}
        {certificate.revokedReason && <Fact label={t`Reason`}>{certificate.revokedReason}</Fact>}
        {recipientEmail && recipientId && (
          <Fact label={t`E-mail`}>
            <Anchor
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/o/$organisationId/certificates"
                  params={{ organisationId }}
                  search={{ recipientId }}
                />
              )}
            >
              {recipientEmail}
            </Anchor>
          </Fact>
        )}
        <Values certificate={certificate} />
        <Fact label={t`Tags`}>
          <CertificateTags certificate={certificate} />
        </Fact>
        {number && <Fact label={t({ message: 'Number', context: 'of a certificate' })}>{number}</Fact>}
        {externalId && <Fact label={t`Your reference`}>{externalId}</Fact>}
        {renewalOf && <Linked label={t`Renewal of`} id={renewalOf} words={t`View the former certificate`} />}
        {renewedBy && <Linked label={t`Renewed`} id={renewedBy} words={t`View the new certificate`} />}
        {batchId && (
          <Fact label={t`Batch`}>
            <Anchor
              renderRoot={(props) => (
                <Link {...props} to="/o/$organisationId/batches/$id" params={{ organisationId, id: batchId }} />
              )}
            >
              <Trans>View batch</Trans>
            </Anchor>
          </Fact>
        )}
        <Copied label={t`ID`} value={id} copy={t`Copy ID`} />
        <Copied label={t`Verification code`} value={verificationHash} copy={t`Copy verification code`} />
      </Stack>
    </Card>
  );
}

/** Values on the certificate, labelled as in its design. Uses the variables' names if the design is unavailable. */
function Values({ certificate: { id, variables } }: { certificate: Outputs['certificates']['get'] }) {
  const { data, isPending } = useQuery(useApi().certificates.values.queryOptions({ id }, { staleTime: Infinity }));
  if (isPending) return null;
  const described = data ?? Object.keys(variables).map((name) => ({ name, label: name, type: 'text' }));
  // The certificate's own values, as a correction by somebody else does not change the cached ones.
  const given = described.flatMap(({ name, label, type }) =>
    Object.hasOwn(variables, name) ? [{ name, label, type, value: variables[name] ?? '' }] : [],
  );
  return given.map(({ name, label, type, value }) => (
    <Fact key={name} label={label}>
      {isAsset(value) ? (
        <AssetPicture asset={value} alt={label} />
      ) : type === 'date' && DAY.test(value) ? (
        formatDay(value)
      ) : (
        value
      )}
    </Fact>
  ));
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group gap="sm" align="baseline" wrap="nowrap">
      <Text component="dt" c="dimmed" size="sm" w={120} style={{ flex: 'none', overflowWrap: 'anywhere' }}>
        {label}
      </Text>
      <Text
        component="dd"
        m={0}
        miw={0}
        dir="auto"
        flex={1}
        style={{ overflowWrap: 'anywhere', textAlign: 'match-parent' }}
      >
        {children}
      </Text>
    </Group>
  );
}

function Linked({ label, id, words }: { label: string; id: string; words: string }) {
  const { id: organisationId } = useMembership();
  return (
    <Fact label={label}>
      <Anchor
        renderRoot={(props) => (
          <Link {...props} to="/o/$organisationId/certificates/$id" params={{ organisationId, id }} />
        )}
      >
        {words}
      </Anchor>
    </Fact>
  );
}

function Copied({ label, value, copy }: { label: string; value: string; copy: string }) {
  return (
    <Fact label={label}>
      <Group component="span" gap={4} wrap="nowrap" maw="100%">
        <Text span miw={0} size="sm" ff="monospace" truncate>
          {value}
        </Text>
        <Copy value={value} label={copy} />
      </Group>
    </Fact>
  );
}
