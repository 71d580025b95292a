import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useApi, useApiClient } from '../lib/api.tsx';
import { notifyDone, notifyError } from '../lib/errors/errors.ts';
import { useMembership } from '../lib/session.ts';
import { downloadDesign } from './shared/download.ts';

/**
 * Returns a function that opens a new design in the designer, unless its person has left the page on which it was begun. Resolves to false
 * then.
 */
export function useOpenDesign(): (design: { id: string }) => Promise<boolean> {
  const navigate = useNavigate();
  const { id: organisationId } = useMembership();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return async ({ id }) => {
    if (!isShown.current) return false;
    await navigate({ to: '/o/$organisationId/templates/$id', params: { organisationId, id } });
    return true;
  };
}

/** Gallery actions on a template. Each reloads all lists that show it. */
export function useDesignActions() {
  const api = useApi();
  const client = useApiClient();
  const queryClient = useQueryClient();
  const open = useOpenDesign();
  const reload = () =>
    Promise.all([
      queryClient.invalidateQueries(api.designs.list.pathFilter()),
      queryClient.invalidateQueries(api.templates.pathFilter()),
    ]);
  const done = (message: string) => async () => {
    await reload();
    notifyDone(message);
  };
  const settings = (message: string) => ({
    onSuccess: done(message),
    onError: (error: unknown) => {
      notifyError(error);
      // Someone else may have changed the template since it was listed.
      void reload();
    },
  });
  const archive = useMutation(api.designs.archive.mutationOptions(settings(t`Template archived.`)));
  const restore = useMutation(api.designs.restore.mutationOptions(settings(t`Template restored.`)));
  const remove = useMutation(api.designs.discardDraft.mutationOptions(settings(t`Draft deleted.`)));
  const duplicate = useMutation(
    api.designs.duplicate.mutationOptions({
      onSuccess: async (copy) => {
        await reload();
        const isOpen = await open(copy);
        notifyDone(isOpen ? t`Template duplicated. You’re editing the copy.` : t`Template duplicated.`);
      },
      onError: notifyError,
    }),
  );
  const exportIt = useMutation({
    mutationFn: async (id: string) => {
      const { design } = await client.designs.get.query({ id });
      downloadDesign(design);
    },
    onError: notifyError,
  });
  const isBusy = [archive, restore, remove, duplicate, exportIt].some(({ isPending }) => isPending);
  return { archive, restore, remove, duplicate, exportIt, isBusy };
}
