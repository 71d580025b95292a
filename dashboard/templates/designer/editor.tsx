import { Trans } from '@lingui/react/macro';
import { Alert } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApi } from '../../lib/api.tsx';
import { useFullScreen } from '../../lib/full-screen.ts';
import { useSession } from '../../lib/session.ts';
import { Canvas } from './canvas/canvas.tsx';
import { useClipboard } from './canvas/use-clipboard.ts';
import { useShortcuts } from './canvas/use-shortcuts.ts';
import classes from './designer.module.css';
import { Conflict } from './document/conflict.tsx';
import { Drawing } from './document/drawing.tsx';
import { Header } from './document/header.tsx';
import type { OpenedDesign } from './document/opened.ts';
import { OtherTabs } from './document/other-tabs.tsx';
import { useAutosave } from './document/use-autosave.ts';
import { useLeaving } from './document/use-leaving.tsx';
import { inlineOf } from './elements/kinds.ts';
import type { Draft, Item } from './model/design.ts';
import { EditorProvider } from './model/editor-context.ts';
import type { TextSession } from './model/text-range.ts';
import { Panel } from './panel/panel.tsx';
import { Sidebar } from './sidebar.tsx';
import { useNewEditor } from './use-new-editor.ts';

interface DesignEditorProps {
  opened: OpenedDesign;
  isReopening: boolean;
  /** Replaces the local state with the server's. */
  onReopen: () => Promise<void>;
}

const SIDEBAR = (
  <div className={classes.sidebar}>
    <Sidebar />
  </div>
);
const PAGE = (
  <div className={classes.page}>
    <Canvas />
  </div>
);
const PANEL = (
  <div className={classes.panel}>
    <Panel />
  </div>
);

export function DesignEditor({ opened, isReopening, onReopen }: DesignEditorProps) {
  const [editor, history] = useNewEditor(opened);
  const { draft, dispatch } = editor;
  const [firstDraft] = useState(draft);
  const [published, setPublished] = useState({ version: opened.publishedVersion, hasDraft: opened.hasDraft });
  const queryClient = useQueryClient();
  const api = useApi();
  const onSaved = useCallback(
    (change: { hasDraft: boolean; version?: number | null }) => {
      setPublished((before) => ({ ...before, ...change }));
      // The gallery fetches the list again when it opens.
      void queryClient.invalidateQueries({ ...api.designs.list.pathFilter(), refetchType: 'none' });
    },
    [queryClient, api],
  );
  const { user } = useSession();
  const owner = { personId: user.id, templateId: opened.id };
  // Synchronous, so that the merged draft is the one that is saved next.
  const onMerged = useCallback(
    (merge: (draft: Draft) => Draft | null) => flushSync(() => dispatch({ type: 'rebase', rebase: merge })),
    [dispatch],
  );
  const { revision, saved: base, sent = [] } = opened.work ?? { revision: opened.revision, saved: firstDraft };
  const autosave = useAutosave(opened.id, draft, {
    ...{ revision, base, sent, owner, history },
    ...{ onSaved, onMerged },
  });
  useShortcuts(editor);
  useClipboard(editor);
  useLeaving(autosave);
  useFullScreen();
  const { session } = editor;
  const edited = session ? draft.elements.find(({ id }) => id === session.id) : undefined;
  return (
    <EditorProvider value={editor}>
      <Drawing>
        <div className={classes.screen}>
          <Header
            id={opened.id}
            published={published}
            autosave={autosave}
            owner={owner}
            onPublished={(version) => setPublished({ version, hasDraft: false })}
            onReopen={onReopen}
          />
          {opened.archivedAt && (
            <Alert color="yellow" radius={0}>
              <Trans>This template is archived. Restore it to issue certificates with it.</Trans>
            </Alert>
          )}
          <OtherTabs owner={owner} />
          {autosave.state.kind === 'conflict' && (
            <Conflict owner={owner} autosave={autosave} isReopening={isReopening} onReopen={onReopen} />
          )}
          <div className={classes.workspace}>
            {SIDEBAR}
            <div className={classes.canvas}>
              {edited && session && <EditedBar item={edited} session={session} />}
              {PAGE}
            </div>
            {PANEL}
          </div>
        </div>
      </Drawing>
    </EditorProvider>
  );
}

function EditedBar({ item, session }: { item: Item; session: TextSession }) {
  const inline = inlineOf(item);
  return inline ? (
    <div className={classes.bar}>
      <inline.Bar item={item} session={session} />
    </div>
  ) : null;
}
