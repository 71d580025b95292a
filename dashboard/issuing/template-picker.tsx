import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Center, Group, Image, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconPhoto, IconSearch, IconTemplate } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Empty } from '../components/states.tsx';
import { fold } from '../lib/fold.ts';
import { useMembership } from '../lib/session.ts';
import type { Template } from './recipients.ts';

/** Number of templates above which a search field is shown. */
const MANY = 8;

interface TemplatePickerProps {
  templates: readonly Template[];
  /** Initially marked template. */
  initial: string | undefined;
  onPick: (id: string) => void;
}

/** Selects a template by its picture. Marking one has no effect yet, so that the arrow keys are safe. */
export function TemplatePicker({ templates, initial, onPick }: TemplatePickerProps) {
  const [marked, setMarked] = useState(initial ?? (templates.length === 1 ? templates[0]?.id : undefined) ?? null);
  const [search, setSearch] = useState('');
  const shown = templates.filter(({ name, formationName, tags }) =>
    fold([name, formationName ?? '', ...tags].join(' ')).includes(fold(search)),
  );
  const picked = shown.find(({ id }) => id === marked);
  if (templates.length === 0) return <NoTemplates />;
  return (
    <Stack>
      {templates.length > MANY && (
        <TextInput
          label={t`Search templates`}
          maw={360}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <Radio.Group name="template" value={marked} onChange={setMarked} label={t`Template`}>
        <SimpleGrid mt="xs" cols={{ base: 1, xs: 2, md: 3, xl: 4 }}>
          {shown.map((template) => (
            <TemplateCard key={template.id} template={template} />
          ))}
        </SimpleGrid>
      </Radio.Group>
      {shown.length === 0 && (
        <Text role="status">
          <Trans>No template has “{{ search: search.trim() }}” in its name.</Trans>
        </Text>
      )}
      <Group>
        <Button disabled={!picked} onClick={() => picked && onPick(picked.id)}>
          <Trans>Continue</Trans>
        </Button>
      </Group>
    </Stack>
  );
}

function TemplateCard({ template: { id, name, formationName, thumbnailUrl } }: { template: Template }) {
  return (
    <Radio.Card value={id} p="sm" aria-label={formationName ? `${name}, ${formationName}` : name}>
      <Stack gap="xs">
        <Center h={150} bg="var(--mantine-color-default-hover)">
          {thumbnailUrl ? (
            <Image src={thumbnailUrl} alt="" h={150} fit="contain" loading="lazy" />
          ) : (
            <IconPhoto size={32} stroke={1.4} aria-hidden />
          )}
        </Center>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Radio.Indicator mt={2} />
          <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Text size="sm" fw={600} dir="auto" ta="start">
              {name}
            </Text>
            {formationName && (
              <Text size="sm" c="dimmed">
                {formationName}
              </Text>
            )}
          </div>
        </Group>
      </Stack>
    </Radio.Card>
  );
}

function NoTemplates() {
  const { id } = useMembership();
  return (
    <Empty
      icon={IconTemplate}
      title={t`No templates yet`}
      action={
        <Button
          renderRoot={(props) => <Link {...props} to="/o/$organisationId/templates" params={{ organisationId: id }} />}
        >
          <Trans>Go to templates</Trans>
        </Button>
      }
    >
      <Trans>Certificates are issued from a template, which sets their design and variables.</Trans>
    </Empty>
  );
}
