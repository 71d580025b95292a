import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { notifyError } from '../../../lib/errors/errors.ts';
import { downloadDesign } from '../../shared/download.ts';
import { toDesign } from '../elements/to-design.ts';
import { useEditor } from '../model/editor-context.ts';
import type { WorkOwner } from './kept-work.ts';
import { keepDraft } from './saved-drafts.ts';
import type { Autosave } from './use-autosave.ts';

interface ConflictProps {
  owner: WorkOwner;
  autosave: Autosave;
  isReopening: boolean;
  onReopen: () => Promise<void>;
}

/** Asks which version stays if both sides have changed the same part. */
export function Conflict({ owner, autosave, isReopening, onReopen }: ConflictProps) {
  const { draft } = useEditor();
  const [isKeeping, setKeeping] = useState(false);
  const keep = async () => {
    setKeeping(true);
    await autosave.keepMine();
    setKeeping(false);
  };
  const load = async () => {
    await keepDraft(owner, toDesign(draft), { isSeparate: true });
    await onReopen().catch(notifyError);
  };
  return (
    <Alert
      color="red"
      role="alert"
      radius={0}
      title={t`This template changed in another tab or by someone else`}
      style={{ flex: 'none' }}
    >
      <Stack gap="xs">
        <Trans>
          Your latest changes aren’t saved, because both versions change the same part. The version that you don’t keep
          stays in the version history of this browser.
        </Trans>
        <Group gap="xs">
          <Button size="xs" loading={isKeeping} onClick={() => void keep()}>
            <Trans>Keep mine</Trans>
          </Button>
          <Button size="xs" variant="default" loading={isReopening} onClick={() => void load()}>
            <Trans>Load their version</Trans>
          </Button>
          <Button size="xs" variant="default" onClick={() => downloadDesign(toDesign(draft))}>
            <Trans>Download my version</Trans>
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
