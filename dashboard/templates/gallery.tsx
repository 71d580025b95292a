import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, SegmentedControl, SimpleGrid, Text, TextInput } from '@mantine/core';
import { IconSearch, IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Page } from '../components/page.tsx';
import { Empty, Failed, Loading } from '../components/states.tsx';
import { useApi } from '../lib/api.tsx';
import { fold } from '../lib/fold.ts';
import { useMembership } from '../lib/session.ts';
import type { DesignSummary } from './design-summary.ts';
import { ImportDesign } from './import-design.tsx';
import { NewDesign } from './new-design.tsx';
import { TemplateCard } from './template-card.tsx';

/** Lists the organisation's templates and the public ones. */
export function Templates() {
  const { may } = useMembership();
  return (
    <Page
      title={t`Templates`}
      about={t`Your certificate designs.`}
      actions={
        may('templates:write') && (
          <>
            <ImportDesign />
            <NewDesign />
          </>
        )
      }
    >
      <Gallery />
    </Page>
  );
}

type Shelf = 'used' | 'archived';

function Gallery() {
  const { data, error, refetch } = useQuery(useApi().designs.list.queryOptions());
  const [search, setSearch] = useState('');
  const [shelf, setShelf] = useState<Shelf>('used');
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Loading rows={4} />;
  if (data.designs.length === 0) return <NoTemplates />;
  const hasArchived = data.designs.some(({ archivedAt }) => archivedAt !== null);
  const shown = data.designs.filter(
    (design) => matches(design, search) && (design.archivedAt !== null) === (hasArchived && shelf === 'archived'),
  );
  return (
    <>
      <Group gap="sm">
        <TextInput
          flex="1 1 220px"
          maw={360}
          aria-label={t`Search templates`}
          placeholder={t`Search by name, course or tag`}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        {hasArchived && (
          <SegmentedControl
            aria-label={t`Which templates`}
            value={shelf}
            onChange={setShelf}
            data={[
              { value: 'used', label: t`In use` },
              { value: 'archived', label: t`Archived` },
            ]}
          />
        )}
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {shown.length === 0 && search !== ''
          ? t`No templates match your search.`
          : plural({ count: shown.length }, { one: '# template', other: '# templates' })}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3, xl: 4 }}>
        {shown.map((design) => (
          <TemplateCard key={design.id} design={design} />
        ))}
      </SimpleGrid>
      {shown.length === 0 && search !== '' && (
        <Group>
          <Button variant="default" onClick={() => setSearch('')}>
            <Trans>Show all</Trans>
          </Button>
        </Group>
      )}
    </>
  );
}

function matches({ name, formationName, tags }: DesignSummary, search: string): boolean {
  return fold([name, formationName ?? '', ...tags].join(' ')).includes(fold(search));
}

function NoTemplates() {
  const { may } = useMembership();
  return (
    <Empty
      icon={IconTemplate}
      title={t`No templates yet`}
      action={
        may('templates:write') && (
          <>
            <ImportDesign />
            <NewDesign />
          </>
        )
      }
    >
      <Trans>A template is the design of a certificate, with variables for each recipient’s values.</Trans>
    </Empty>
  );
}
