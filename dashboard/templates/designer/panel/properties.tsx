import { Divider, Stack, Text, Title } from '@mantine/core';
import { ImageProperties, QrProperties, ShapeProperties } from '../elements/shape/panel.tsx';
import { TextProperties } from '../elements/text/panel.tsx';
import { type Item, nameOf } from '../model/design.ts';
import { useEditor } from '../model/editor-context.tsx';
import { Arrange } from './arrange.tsx';
import { BoxProperties } from './box-properties.tsx';
import { PageProperties } from './page-properties.tsx';
import { TemplateProperties } from './template-properties.tsx';

/** What can be set of what is selected; of the page and the template where nothing is. */
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
  return (
    <Stack gap="md" key={item.id}>
      <Section title={nameOf(item).split(':')[0] ?? ''}>
        <OwnProperties item={item} />
      </Section>
      <Divider />
      <Section title="Place">
        <Arrange />
        <BoxProperties item={item} />
        <Text size="xs" c="dimmed">
          Lengths are in points.
        </Text>
      </Section>
    </Stack>
  );
}

function OwnProperties({ item }: { item: Item }) {
  switch (item.type) {
    case 'text':
      return <TextProperties item={item} />;
    case 'image':
      return <ImageProperties item={item} />;
    case 'shape':
      return <ShapeProperties item={item} />;
    case 'qr':
      return <QrProperties item={item} />;
  }
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
