import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Chip, Group, SimpleGrid } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../../components/page.tsx';
import { useApi, useApiClient } from '../../lib/api.tsx';
import { notifyError } from '../../lib/errors/errors.ts';
import { useMembership } from '../../lib/session.ts';
import { newDesign, UNTITLED } from '../designer/model/new-design.ts';
import { ImportDesign } from '../import-design.tsx';
import { useOpenDesign } from '../use-design-actions.ts';
import { BlankPages } from './blank-pages.tsx';
import { DesignCard } from './design-card.tsx';
import { LIBRARY, openLibraryDesign } from './designs.ts';
import { CATEGORY_NAMES } from './texts.ts';

/** Value that stands for all categories. */
const ALL = 'all';
const CATEGORIES = [ALL, ...new Set(LIBRARY.map(({ category }) => category))] as const;

/** Lists ready-made designs to start a template from. */
export function Library() {
  const { id: organisationId } = useMembership();
  const [category, setCategory] = useState<string>(ALL);
  const start = useStart();
  const isBusy = start.isPending;
  return (
    <Page
      title={t`New template`}
      about={t`Choose a design and its colours. You can change everything later.`}
      actions={<ImportDesign />}
    >
      <Anchor
        size="sm"
        renderRoot={(props) => <Link {...props} to="/o/$organisationId/templates" params={{ organisationId }} />}
      >
        <Trans>Back to templates</Trans>
      </Anchor>
      <Chip.Group value={category} onChange={(value) => setCategory(value as string)}>
        <Group gap="xs" role="radiogroup" aria-label={t`Category`}>
          {CATEGORIES.map((one) => (
            <Chip key={one} value={one} size="sm" variant="light">
              {one === ALL ? t({ message: 'All', context: 'categories' }) : CATEGORY_NAMES[one]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <BlankPages
        isBusy={isBusy}
        onChoose={({ width, height }) => start.mutate(async () => ({ ...newDesign(UNTITLED, { width, height }) }))}
      />
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3, xl: 4 }}>
        {LIBRARY.filter((entry) => category === ALL || entry.category === category).map((entry) => (
          <DesignCard
            key={entry.id}
            entry={entry}
            isBusy={isBusy}
            onChoose={(chosen, scheme) => start.mutate(() => openLibraryDesign(chosen, scheme))}
          />
        ))}
      </SimpleGrid>
    </Page>
  );
}

/** Creates a draft from a document and opens it in the designer. */
function useStart() {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const openDesign = useOpenDesign();
  return useMutation({
    mutationFn: async (load: () => Promise<Record<string, unknown>>) =>
      client.designs.create.mutate({ design: await load() }),
    onSuccess: async (created) => {
      await queryClient.invalidateQueries(api.designs.list.pathFilter());
      await openDesign(created);
    },
    onError: notifyError,
  });
}
