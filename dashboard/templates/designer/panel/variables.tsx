import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Accordion, Badge, Group, Stack, Text } from '@mantine/core';
import { definitionIn, type VARIABLE_TYPES } from '../../../../templates-engine/variables/properties.ts';
import { VariableInput } from '../../../issuing/variable-input.tsx';
import { PictureInput } from '../../../pictures/picture-input.tsx';
import { BuiltInSuggestions } from '../controls/built-in-suggestions.tsx';
import { draftBuiltIns, draftDefinitions } from '../elements/kinds.ts';
import { useEditor } from '../model/editor-context.ts';
import { BUILT_INS } from '../model/variables.ts';
import { DateFormat, VariableProperties } from './variable-properties.tsx';

/** Types of variables, as shown next to a variable's name. */
const TYPE_TEXTS: Readonly<Record<(typeof VARIABLE_TYPES)[number], string>> = {
  text: t({ message: 'text', context: 'type of a variable' }),
  date: t({ message: 'date', context: 'type of a variable' }),
  number: t({ message: 'number', context: 'type of a variable' }),
  choice: t({ message: 'choice', context: 'type of a variable' }),
  picture: t({ message: 'picture', context: 'type of a variable' }),
};

/** Edits the definitions of the variables, and their test values, which stay in this browser. */
export function Variables() {
  const { draft, variables } = useEditor();
  const dates = draftBuiltIns(draft).filter((name) => name === 'issuedOn' || name === 'expiresOn');
  if (variables.length + dates.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>
          No variables yet. Add {{ example: '{{name}}' }} to a text, and each certificate shows its own value there.
        </Trans>
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        <Trans>Set how forms and spreadsheets ask for each variable. Test values are kept in this browser only.</Trans>
      </Text>
      <BuiltInSuggestions among={variables} />
      <Accordion multiple variant="separated" chevronPosition="left" order={2}>
        {variables.map((name) => (
          <Accordion.Item key={name} value={name}>
            <Accordion.Control>
              <Group gap="xs" justify="space-between">
                <Text span size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {name}
                </Text>
                <Badge size="sm" variant="light">
                  {TYPE_TEXTS[definitionIn(draftDefinitions(draft), name).type ?? 'text']}
                </Badge>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <Stack gap="xs">
                <ValueToTry name={name} />
                <VariableProperties name={name} />
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
        {dates.map((name) => (
          <Accordion.Item key={name} value={name}>
            <Accordion.Control>
              <Group gap="xs" justify="space-between">
                <Text span size="sm" fw={600}>
                  {BUILT_INS.find((one) => one.name === name)?.label}
                </Text>
                <Badge size="sm" variant="light">
                  {TYPE_TEXTS.date}
                </Badge>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <DateFormat name={name} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}

function ValueToTry({ name }: { name: string }) {
  const { draft, samples, setSamples } = useEditor();
  const { type = 'text', ...definition } = definitionIn(draftDefinitions(draft), name);
  const value = Object.hasOwn(samples, name) ? (samples[name] ?? '') : '';
  const change = (next: string) =>
    setSamples((before) => ({
      ...Object.fromEntries(Object.entries(before).filter(([key]) => key !== name)),
      ...(next && { [name]: next }),
    }));
  if (type === 'picture') return <PictureInput label={t`Test picture`} value={value} onChange={change} />;
  return (
    <VariableInput
      size="xs"
      label={t`Test value`}
      variable={{
        type,
        format: definition.format ?? null,
        options: definition.options ?? null,
        default: definition.default ?? null,
        sample: definition.sample ?? null,
        required: false,
      }}
      isMultiline
      value={value}
      onChange={change}
    />
  );
}
