import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconFileUnknown } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CatchBoundary, Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../../components/page.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { useApi } from '../../lib/api.tsx';
import { isMissing } from '../../lib/errors/errors.ts';
import { useMembership, useSession } from '../../lib/session.ts';
import { DesignPicture } from './design-picture.tsx';
import { dropWork, type KeptWork, readWork, type WorkOwner } from './document/kept-work.ts';
import type { OpenedDesign } from './document/opened.ts';
import { DesignEditor } from './editor.tsx';
import { isDesign } from './elements/is-design.ts';
import { toDesign } from './elements/to-design.ts';
import type { Design } from './model/design.ts';
import { sameJson } from './model/same-json.ts';
import { Unreadable } from './unreadable.tsx';

/** Screen of one template: editable with permission, otherwise a picture. */
export function DesignerScreen() {
  const { id } = useParams({ from: '/o/$organisationId/templates/$id' });
  return <Opened key={id} id={id} />;
}

function Opened({ id }: { id: string }) {
  const { may } = useMembership();
  const [opening, setOpening] = useState(0);
  // A refetch must not replace the design while it is edited. The next opening fetches it again.
  const { data, error, isFetching, refetch } = useQuery(
    useApi().designs.get.queryOptions(
      { id },
      { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false },
    ),
  );
  const list = useQuery(useApi().designs.list.queryOptions());
  const owner: WorkOwner = { personId: useSession().user.id, templateId: id };
  const queryKey = ['kept-work', owner];
  const queryClient = useQueryClient();
  const work = useQuery({
    queryKey,
    queryFn: () => readWork(owner),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const reopen = async () => {
    await dropWork(owner);
    // Not read again, because the open editor can still keep its work.
    queryClient.setQueryData<KeptWork | null>(queryKey, null);
    await refetch({ throwOnError: true });
    setOpening((count) => count + 1);
  };
  if (isMissing(error) && !data) return <Missing />;
  if (!data || !list.data || work.data === undefined) {
    const failed = [{ error, refetch }, list].find((query) => query.error);
    if (!failed) return <Loading />;
    return (
      <Page title={t`Template`}>
        <Failed error={failed.error} onRetry={failed.refetch} />
      </Page>
    );
  }
  const { design } = data;
  const isOwn = list.data.designs.find((listed) => listed.id === id)?.isOwn ?? true;
  const mayEdit = may('templates:write') && isOwn;
  const unreadable = <Unreadable opened={data} mayEdit={mayEdit} onReopen={reopen} />;
  if (!isDesign(design)) return unreadable;
  const opened = { ...data, design, work: workOn(data.revision, design, work.data) };
  const about = may('templates:write')
    ? t`This is a public template. Duplicate it to edit your own copy.`
    : t`Only owners and admins can edit this template.`;
  // A member with a value of another type can make the editor fail, too.
  return (
    <CatchBoundary getResetKey={() => opening} errorComponent={() => unreadable}>
      {mayEdit ? (
        <DesignEditor key={opening} opened={opened} isReopening={isFetching} onReopen={reopen} />
      ) : (
        <DesignPicture opened={opened} about={about} />
      )}
    </CatchBoundary>
  );
}

/**
 * Returns the kept work on the server's state: unsaved changes, which are merged if someone else has saved, or the history of saved ones.
 * Returns null for saved changes that others have replaced.
 */
function workOn(revision: number, design: Design, work: KeptWork | null): OpenedDesign['work'] {
  if (!work || !isDesign(work.draft)) return null;
  const isAtServer = sameJson(toDesign(work.draft), design);
  if (isAtServer) return { ...work, saved: work.draft, sent: [], revision };
  const isSaved = work.saved === work.draft;
  return isSaved && work.revision !== revision ? null : work;
}

function Missing() {
  const { id } = useMembership();
  return (
    <Page title={t`Template`}>
      <Empty
        icon={IconFileUnknown}
        title={t`Template not found`}
        action={
          <Button
            renderRoot={(props) => (
              <Link {...props} to="/o/$organisationId/templates" params={{ organisationId: id }} />
            )}
          >
            <Trans>Back to templates</Trans>
          </Button>
        }
      >
        <Trans>It may have been deleted, or the address is wrong.</Trans>
      </Empty>
    </Page>
  );
}
