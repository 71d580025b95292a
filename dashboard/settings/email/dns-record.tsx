import { Badge, Code, Group, Stack, Text, Title } from '@mantine/core';
import { Copy } from '../../components/copy.tsx';
import type { Outputs } from '../../lib/session.ts';

type Look = Outputs['dkim']['check']['dkim'];

interface DnsRecordProps {
  title: string;
  record: { name: string; value: string };
  /** Result of the last look-up; undefined before. */
  look: Look | undefined;
}

const STATES = {
  FOUND: { label: 'Found', color: 'green' },
  MISSING: { label: 'Missing', color: 'red' },
  OTHER: { label: 'Differs', color: 'red' },
  UNKNOWN: { label: 'No answer from the DNS', color: 'yellow' },
} as const;

/** Shows a TXT record to copy, and whether it was found. */
export function DnsRecord({ title, record, look }: DnsRecordProps) {
  const state = look && STATES[look.state];
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
          <Line label="TXT record at" value={record.name} copy={`Copy the name of ${title}`} />
          <Line label="Value" value={record.value} copy={`Copy the value of ${title}`} />
        </>
      )}
      {look && look.state !== 'MISSING' && look.texts.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          In the DNS: <Code>{look.texts.join(' · ')}</Code>
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
