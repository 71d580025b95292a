import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Code, Group, Stack, Text, Title } from '@mantine/core';
import { Copy } from '../../components/copy.tsx';
import type { Outputs } from '../../lib/session.ts';

type Look = Outputs['dkim']['check']['dkim'];

interface DnsRecordProps {
  title: string;
  /** Labels of the buttons that copy the record's name and value. */
  copyName: string;
  copyValue: string;
  record: { name: string; value: string };
  /** Result of the last look-up; undefined before. */
  look: Look | undefined;
}

const STATES = {
  FOUND: { label: t`Found`, color: 'green' },
  MISSING: { label: t`Missing`, color: 'red' },
  OTHER: { label: t`Differs`, color: 'red' },
  UNKNOWN: { label: t`No answer from the DNS`, color: 'yellow' },
} as const;

/** Shows a TXT record to copy, and whether it was found. */
export function DnsRecord({ title, copyName, copyValue, record, look }: DnsRecordProps) {
  const state = look && STATES[look.state];
  const texts = look?.texts.join(' · ');
  return (
    <Stack gap={4} component="article" aria-label={title}>
      <Group gap="xs">
        <Title order={3} size="h5">
          {title}
        </Title>
        {state && (
          <Badge variant="light" color={state.color} c="var(--mantine-color-text)" tt="none" miw="max-content">
            {state.label}
          </Badge>
        )}
      </Group>
      {look?.state !== 'FOUND' && (
        <>
          <Line label={t`TXT record at`} value={record.name} copy={copyName} />
          <Line label={t`Value`} value={record.value} copy={copyValue} />
        </>
      )}
      {look && look.state !== 'MISSING' && look.texts.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Trans>
            In the DNS: <Code>{texts}</Code>
          </Trans>
        </Text>
      )}
    </Stack>
  );
}

function Line({ label, value, copy }: { label: string; value: string; copy: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Text size="sm" flex={1} style={{ overflowWrap: 'anywhere' }}>
        {label}: <Code>{value}</Code>
      </Text>
      <Copy value={value} label={copy} />
    </Group>
  );
}
