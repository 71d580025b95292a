import { plural, t } from '@lingui/core/macro';
import { Badge, Button, Code, Popover, Stack, Text } from '@mantine/core';
import { Ago, formatDateTime } from '../../components/format.tsx';
import { StackedTable } from '../../components/stacked-table.tsx';
import { KeyActions } from './key-actions.tsx';
import { SCOPES } from './scopes.ts';
import type { NewKey } from './shown-key.tsx';
import { type ApiKey, type KeyState, stateOf } from './state.ts';

const COLUMNS = [t`Name`, t`Last used`, t`Scopes`, t`Created`, t`Expires`, t`State`];
const STATES: Record<KeyState, { label: string; colour: string }> = {
  ACTIVE: { label: t({ message: 'Active', context: 'API key' }), colour: 'green' },
  EXPIRED: { label: t({ message: 'Expired', context: 'API key' }), colour: 'yellow' },
  REVOKED: { label: t({ message: 'Revoked', context: 'API key' }), colour: 'gray' },
};

/** Lists the keys with their scopes and last use. */
export function KeyTable({ apiKeys, onRotated }: { apiKeys: ApiKey[]; onRotated: (key: NewKey) => void }) {
  const rows = apiKeys.map((key) => ({ key: key.id, cells: cellsOf(key, onRotated) }));
  return <StackedTable label={t`API keys`} columns={COLUMNS} rows={rows} />;
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
    key.lastUsedAt ? <Ago key="used" moment={key.lastUsedAt} /> : t`Never`,
    <Scopes key="scopes" name={key.name} scopes={key.scopes} />,
    <Ago key="created" moment={key.createdAt} />,
    key.expiresAt ? formatDateTime(key.expiresAt) : t`Never`,
    <Badge key="state" variant="light" color={STATES[state].colour} miw="max-content" c="var(--mantine-color-text)">
      {STATES[state].label}
    </Badge>,
    state === 'ACTIVE' && <KeyActions key="actions" apiKey={key} onRotated={onRotated} />,
  ];
}

/** Shows the number of a key's scopes, and on click their names and descriptions. */
function Scopes({ name, scopes }: { name: string; scopes: readonly string[] }) {
  return (
    <Popover width={340} withArrow trapFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          // Aligns its text with the other cells of the column.
          style={{ marginInlineStart: 'calc(var(--button-padding-x) * -1)' }}
          aria-label={plural({ count: scopes.length }, { one: `# scope of “${name}”`, other: `# scopes of “${name}”` })}
        >
          {plural({ count: scopes.length }, { one: '# scope', other: '# scopes' })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Scopes of “${name}”`}>
        <Stack gap="xs">
          {scopes.map((scope) => (
            <div key={scope}>
              <Code>{scope}</Code>
              <Text size="sm">{SCOPES.find((known) => known.scope === scope)?.about}</Text>
            </div>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
