import { t } from '@lingui/core/macro';
import { useApiClient } from '../../../../lib/api.tsx';
import { notifyDone, notifyError } from '../../../../lib/errors/errors.ts';
import { useMembership } from '../../../../lib/session.ts';
import { notifyWithAction } from '../../../../lib/toasts/notify-with-action.tsx';
import { useRefreshLibrary } from './use-library.ts';

const MAX_NAME = 100;

/** Returns a function that adds files to the library, each under its file's name. */
export function useKeep(): (files: readonly File[]) => Promise<void> {
  const client = useApiClient();
  const refresh = useRefreshLibrary();
  return async (files) => {
    try {
      for (const file of files) {
        const form = new FormData();
        form.set('file', file);
        form.set('name', nameOf(file));
        await client.pictureLibrary.add.mutate(form);
      }
    } finally {
      await refresh();
    }
  };
}

/** Returns a function that offers to keep the pictures that were just added to the page. */
export function useOfferToKeep(): (files: readonly File[]) => void {
  const keep = useKeep();
  const { may } = useMembership();
  return (files) => {
    if (files.length === 0 || !may('templates:write')) return;
    notifyWithAction(t`Use it in other templates, too?`, t`Keep in library`, () => {
      void keep(files).then(() => notifyDone(t`Kept in the library.`), notifyError);
    });
  };
}

/** Returns a name for a file's picture: the file's without its ending. */
function nameOf({ name }: File): string {
  const bare = name
    .replace(/\.[^.]*$/, '')
    .replace(/\p{C}/gu, ' ')
    .trim();
  return [...bare].slice(0, MAX_NAME).join('').trim() || t`Picture`;
}
