import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Drawer, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '../../../components/confirm.tsx';
import { Failed, Loading } from '../../../components/states.tsx';
import { useApi, useApiClient } from '../../../lib/api.tsx';
import { LocalError, notifyDone, notifyError } from '../../../lib/errors/errors.ts';
import { isDesign } from '../elements/is-design.ts';
import { type Design, toDraft } from '../model/design.ts';
import { useEditor } from '../model/editor-context.ts';
import type { Former } from './former.ts';
import type { WorkOwner } from './kept-work.ts';
import { SavedDraftCard } from './saved-draft-card.tsx';
import { readDrafts } from './saved-drafts.ts';
import { VersionCard } from './version-card.tsx';
import { VersionPreview } from './version-preview.tsx';

/** Lists the published versions and the drafts that this browser has saved. Each can be viewed, and restored as the draft. */
export function Versions({ owner, isOpen, onClose }: { owner: WorkOwner; isOpen: boolean; onClose: () => void }) {
  const [viewed, setViewed] = useState<Former | null>(null);
  const restore = useRestore(() => {
    setViewed(null);
    onClose();
  });
  return (
    <>
      <Drawer opened={isOpen} onClose={onClose} position="right" title={t`Version history`} size="md">
        <Stack>
          <Text size="sm" c="dimmed">
            <Trans>
              Certificates keep the version they were issued with. Restoring a version replaces the draft in the
              designer.
            </Trans>
          </Text>
          <VersionList id={owner.templateId} onView={setViewed} onRestore={restore} />
          <DraftList owner={owner} onView={setViewed} onRestore={restore} />
        </Stack>
      </Drawer>
      <VersionPreview former={viewed} onClose={() => setViewed(null)} onRestore={restore} />
    </>
  );
}

/** Returns a function that asks, and then replaces the draft by an earlier state. */
function useRestore(onRestored: () => void): (former: Former) => void {
  const { edit } = useEditor();
  const take = useMutation({
    mutationFn: ({ read }: Former) => read(),
    onSuccess: (design, { restored }) => {
      edit(() => ({ draft: toDraft(design), selection: [] }));
      onRestored();
      notifyDone(restored);
    },
    onError: notifyError,
  });
  return (former) =>
    confirm({
      title: former.question,
      text: t`It replaces the draft in the designer. You can undo this.`,
      confirm: t`Restore`,
      onConfirm: () => take.mutate(former),
    });
}

interface ListProps {
  onView: (former: Former) => void;
  onRestore: (former: Former) => void;
}

function VersionList({ id, ...actions }: ListProps & { id: string }) {
  const { data, error, refetch } = useQuery(useApi().designs.versions.queryOptions({ id }));
  const client = useApiClient();
  const read = async (version: number): Promise<Design> => {
    const { design } = await client.designs.version.query({ id, version });
    if (!isDesign(design)) throw new LocalError(t`This version’s format isn’t supported.`);
    return design;
  };
  if (error) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Loading rows={3} />;
  if (data.versions.length === 0)
    return (
      <Text c="dimmed">
        <Trans>No versions yet. Each time you publish, the version is kept here.</Trans>
      </Text>
    );
  return data.versions.map((version) => (
    <VersionCard
      key={version.version}
      version={version}
      former={formerOf(id, version.version, () => read(version.version))}
      {...actions}
    />
  ));
}

const formerOf = (id: string, version: number, read: () => Promise<Design>): Former => ({
  key: `${id} ${version}`,
  label: t`Version ${version}`,
  question: t`Restore version ${version}?`,
  restored: t`Version ${version} restored. Publish to use it, or undo to go back.`,
  read,
});

function DraftList({ owner, ...actions }: ListProps & { owner: WorkOwner }) {
  const { data = [] } = useQuery({
    queryKey: ['saved-drafts', owner],
    queryFn: () => readDrafts(owner),
    gcTime: 0,
    staleTime: 0,
  });
  const drafts = data.filter(({ design }) => isDesign(design));
  if (drafts.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        <Trans>Saved drafts</Trans>
      </Title>
      <Text size="sm" c="dimmed">
        <Trans>The latest drafts that were saved in this browser.</Trans>
      </Text>
      {drafts.map((draft) => (
        <SavedDraftCard key={draft.at} draft={draft} {...actions} />
      ))}
    </Stack>
  );
}
