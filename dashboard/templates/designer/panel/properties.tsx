import { Divider, Stack, Text, Title } from '@mantine/core';
import { kindOf } from '../elements/kinds.ts';
import { useEditor } from '../model/editor-context.ts';
import { AchievementProperties } from './achievement-properties.tsx';
import { Arrange } from './arrange.tsx';
import { BoxProperties } from './box-properties.tsx';
import { ConditionProperties } from './condition-properties.tsx';
import { PageProperties } from './page-properties.tsx';
import { TemplateProperties } from './template-properties.tsx';

/** The properties of the selection; of the page and the template where nothing is selected. */
export function Properties() {
  const { selected } = useEditor();
  const [item] = selected;
  if (!item) {
    return (
      <Stack gap="md">
        <Section title="Template">
          <TemplateProperties />
        </Section>
        <Divider />
        <Section title="Page">
          <PageProperties />
        </Section>
        <Divider />
        <Section title="Credential">
          <AchievementProperties />
        </Section>
      </Stack>
    );
  }
  if (selected.length > 1) {
    return (
      <Section title={`${selected.length} elements`}>
        <Arrange />
      </Section>
    );
  }
  const { titleOf, Panel } = kindOf(item);
  return (
    <Stack gap="md" key={item.id}>
      <Section title={titleOf(item)}>
        <Panel item={item} />
      </Section>
      <Divider />
      <Section title="Position and size">
        <Arrange />
        <BoxProperties item={item} />
        <Text size="xs" c="dimmed">
          Lengths are in points.
        </Text>
      </Section>
      <Divider />
      <Section title="Condition">
        <ConditionProperties item={item} />
      </Section>
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h5">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
