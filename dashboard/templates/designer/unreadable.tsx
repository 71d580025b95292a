import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { IconFileUnknown } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';
import { Empty } from '../../components/states.tsx';
import { useApi } from '../../lib/api.tsx';
import { notifyError } from '../../lib/errors/errors.ts';
import { type Outputs, useMembership } from '../../lib/session.ts';
import { askToDelete, askToDiscard } from '../shared/ask-to-discard.ts';
import { downloadDesign } from '../shared/download.ts';

interface UnreadableProps {
  opened: Outputs['designs']['get'];
  mayEdit: boolean;
  onReopen: () => Promise<void>;
}

/** Screen of a template that the designer cannot show. Its document can be exported, and its draft discarded. */
export function Unreadable({ opened, mayEdit, onReopen }: UnreadableProps) {
  const { design, hasDraft } = opened;
  return (
    <Page title={t`Template`}>
      <Empty
        icon={IconFileUnknown}
        title={t`This template can’t be opened`}
        action={
          <Group gap="xs">
            <Button variant="default" onClick={() => downloadDesign(design)}>
              <Trans>Export</Trans>
            </Button>
            {mayEdit && hasDraft && <Discard opened={opened} onReopen={onReopen} />}
          </Group>
        }
      >
        <Trans>Its format isn’t supported by this version of the designer.</Trans>
      </Empty>
    </Page>
  );
}

function Discard({ opened: { id, design, revision, publishedVersion }, onReopen }: Omit<UnreadableProps, 'mayEdit'>) {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { id: organisationId } = useMembership();
  const remove = useMutation(
    api.designs.discardDraft.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(api.designs.list.pathFilter());
        if (publishedVersion !== null) return onReopen();
        await navigate({ to: '/o/$organisationId/templates', params: { organisationId } });
      },
      onError: notifyError,
    }),
  );
  const discard = () => remove.mutate({ id, revision });
  const name = typeof design.name === 'string' && design.name ? design.name : t`Untitled template`;
  return (
    <Button
      color="red.9"
      loading={remove.isPending}
      onClick={() => (publishedVersion === null ? askToDelete(name, discard) : askToDiscard(publishedVersion, discard))}
    >
      {publishedVersion === null ? t`Delete draft` : t`Discard changes`}
    </Button>
  );
}
