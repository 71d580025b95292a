import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Divider, Stack, Title } from '@mantine/core';
import { IconLockOpen } from '@tabler/icons-react';
import { UnitSwitch } from '../controls/unit-switch.tsx';
import { kindOf } from '../elements/kinds.ts';
import { useEditor } from '../model/editor-context.ts';
import { isFree, lockLayers } from '../model/layers.ts';
import { AchievementProperties } from './achievement-properties.tsx';
import { Arrange } from './arrange.tsx';
import { BoxProperties } from './box-properties.tsx';
import { ConditionProperties } from './condition-properties.tsx';
import { PageProperties } from './page-properties.tsx';
import { TemplateProperties } from './template-properties.tsx';

/** Edits the properties of the selection, or of the page and template if nothing is selected. */
export function Properties() {
  const { selected, edit } = useEditor();
  const [item] = selected;
  if (!item) {
    return (
      <Stack gap="md">
        <Section title={t`Template`}>
          <TemplateProperties />
        </Section>
        <Divider />
        <Section title={t`Page`}>
          <PageProperties />
        </Section>
        <Divider />
        <Section title={t`Credential`}>
          <AchievementProperties />
        </Section>
      </Stack>
    );
  }
  const { titleOf, Panel } = kindOf(item);
  const isSeveral = selected.length > 1;
  const title = isSeveral
    ? plural({ count: selected.length }, { one: '# element', other: '# elements' })
    : titleOf(item);
  // Elements of the same kind are edited together.
  const isAlike = selected.every(
    (other) => other.type === item.type && titleOf(other as typeof item) === titleOf(item),
  );
  return (
    <Stack gap="md" key={selected.map(({ id }) => id).join()}>
      <Section title={title}>
        <Arrange />
        {!isFree(item) && !isSeveral && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconLockOpen size={14} aria-hidden />}
            onClick={() => edit(lockLayers([item.id], false))}
          >
            <Trans>Unlock</Trans>
          </Button>
        )}
      </Section>
      <Divider />
      {isAlike && (
        <>
          <Section title={isSeveral ? t`Style of all ${{ count: selected.length }}` : t`Style`}>
            <Panel item={item} />
          </Section>
          <Divider />
        </>
      )}
      <Section title={isSeveral ? t`Size` : t`Position and size`}>
        <BoxProperties item={item} />
        <UnitSwitch />
      </Section>
      <Divider />
      <Section title={t`Visibility`}>
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
