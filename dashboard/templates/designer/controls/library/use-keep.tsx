import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useApiClient } from '../../../../lib/api.tsx';
import { notifyDone, notifyError } from '../../../../lib/errors/errors.ts';
import { useMembership } from '../../../../lib/session.ts';
import { freePosition } from '../../../../lib/toasts/free-position.ts';
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
    const take = () => {
      notifications.hide(shown);
      void keep(files).then(() => notifyDone(t`Kept in the library.`), notifyError);
    };
    const shown = notifications.show({
      position: freePosition(),
      autoClose: 10_000,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Trans>Use it in other templates, too?</Trans>
          <Button size="compact-sm" variant="light" flex="none" onClick={take}>
            <Trans>Keep in library</Trans>
          </Button>
        </Group>
      ),
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
