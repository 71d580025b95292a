import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Menu, Text, TextInput } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { definitionIn } from '../../../../templates-engine/variables/properties.ts';
import { useEditor } from '../model/editor-context.ts';
import { BUILT_INS, nameError } from '../model/variables.ts';

/** Inserts a variable into a text: one of the design's, a new one, or one that the platform fills in. */
export function InsertVariable({ onInsert }: { onInsert: (placeholder: string) => void }) {
  const { variables, draft } = useEditor();
  const [opened, setOpened] = useState(false);
  const insert = (name: string) => {
    setOpened(false);
    onInsert(`{{${name}}}`);
  };
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" width={300} returnFocus={false}>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t`Insert variable`}
          leftSection={<IconBraces size={14} aria-hidden />}
        >
          <Trans>Variable</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={380} style={{ overflowY: 'auto' }}>
        {variables.length > 0 && (
          <Menu.Label>
            <Trans>In this template</Trans>
          </Menu.Label>
        )}
        {variables.map((name) => (
          <Menu.Item key={name} onClick={() => insert(name)}>
            {definitionIn(draft.variables, name).label ?? name}
          </Menu.Item>
        ))}
        <Menu.Label>
          <Trans>Filled in by Laurel</Trans>
        </Menu.Label>
        {BUILT_INS.map(({ name, label, about }) => (
          <Menu.Item key={name} onClick={() => insert(name)}>
            {label}
            <Text size="xs" c="dimmed">
              {about}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Field that adds a variable to the design. */
export function NewVariable({ onInsert }: { onInsert: (placeholder: string) => void }) {
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = nameError(name);
    setFault(found);
    if (found) return;
    onInsert(`{{${name.trim()}}}`);
    setName('');
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          size="xs"
          flex={1}
          aria-label={t`New variable`}
          placeholder={t`New variable`}
          value={name}
          error={fault}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setFault(null);
          }}
        />
        <Button size="xs" variant="default" type="submit">
          <Trans>Add</Trans>
        </Button>
      </Group>
    </form>
  );
}
