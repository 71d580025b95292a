import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Code, Group, Stack, Text } from '@mantine/core';
import { Copy } from '../../components/copy.tsx';
import { ShownOnce } from '../shared/shown-once.tsx';
import { curlFor } from './scopes.ts';

export interface NewKey {
  name: string;
  key: string;
  scopes: readonly string[];
}

/** Shows a new key with a command to try it. */
export function ShownKey({ newKey, onClose }: { newKey: NewKey; onClose: () => void }) {
  const command = curlFor(newKey.key, newKey.scopes);
  return (
    <ShownOnce
      title={t`The key “${{ name: newKey.name }}”`}
      about={t`Copy the key now and keep it somewhere safe. It is not shown again.`}
      copy={t`Copy key`}
      value={newKey.key}
      onClose={onClose}
    >
      <Stack gap={4}>
        <Group justify="space-between">
          <Text size="sm">
            <Trans>Try it:</Trans>
          </Text>
          <Copy value={command} label={t`Copy command`} />
        </Group>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {command}
        </Code>
      </Stack>
    </ShownOnce>
  );
}
