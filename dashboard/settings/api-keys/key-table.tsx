import { Badge, Code, Group, Stack, Text } from '@mantine/core';
import { Ago, formatDateTime } from '../../components/format.tsx';
import { StackedTable } from '../shared/stacked-table.tsx';
import { KeyActions } from './key-actions.tsx';
import type { NewKey } from './shown-key.tsx';
import { type ApiKey, type KeyState, stateOf } from './state.ts';

const COLUMNS = ['Key', 'Scopes', 'Created', 'Expires', 'Last used', 'State'];
const COLOURS: Record<KeyState, string> = { Active: 'green', Expired: 'yellow', Revoked: 'gray' };

/** The keys, each with what it may do and when it was last used. */
export function KeyTable({ apiKeys, onRotated }: { apiKeys: ApiKey[]; onRotated: (key: NewKey) => void }) {
  const rows = apiKeys.map((key) => ({ key: key.id, cells: cellsOf(key, onRotated) }));
  return <StackedTable label="API keys" columns={COLUMNS} rows={rows} />;
}

function cellsOf(key: ApiKey, onRotated: (key: NewKey) => void) {
  const state = stateOf(key);
  return [
    <Stack key="name" gap={2} align="flex-start">
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {key.name}
      </Text>
      <Code>{key.prefix}…</Code>
    </Stack>,
    <Group key="scopes" gap={4} maw={280}>
      {key.scopes.map((scope) => (
        <Code key={scope}>{scope}</Code>
      ))}
    </Group>,
    <Ago key="created" moment={key.createdAt} />,
    key.expiresAt ? formatDateTime(key.expiresAt) : 'Never',
    key.lastUsedAt ? <Ago key="used" moment={key.lastUsedAt} /> : 'Never',
    <Badge key="state" variant="light" color={COLOURS[state]} miw="max-content" c="var(--mantine-color-text)" tt="none">
      {state}
    </Badge>,
    state === 'Active' && <KeyActions key="actions" apiKey={key} onRotated={onRotated} />,
  ];
}
