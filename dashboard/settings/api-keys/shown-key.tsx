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
    <ShownOnce title={`The key “${newKey.name}”`} what="key" value={newKey.key} onClose={onClose}>
      <Stack gap={4}>
        <Group justify="space-between">
          <Text size="sm">Try it:</Text>
          <Copy value={command} label="Copy command" />
        </Group>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {command}
        </Code>
      </Stack>
    </ShownOnce>
  );
}
