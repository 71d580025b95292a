import { useLocalStorage } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useMembership } from '../../lib/session.ts';
import type { OpenedDesign } from './document/opened.ts';
import { draftDefinitions, draftVariables, shownContents } from './elements/kinds.ts';
import { toDraft } from './model/design.ts';
import { selectedOf } from './model/edit.ts';
import type { Editor, PanelTab } from './model/editor-context.ts';
import { type Edit, type EditorAction, type EditorState, reduceEditor, startEditing } from './model/history.ts';
import { createLive } from './model/live.ts';
import type { TextSession } from './model/text-range.ts';
import { shownValues } from './model/variables.ts';
import { useView } from './use-view.ts';

const NO_SAMPLES = {};

/** Returns the state of the designer for an opened design, and its history. */
export function useNewEditor({
  id,
  design,
  work,
}: OpenedDesign): [editor: Editor, history: Pick<EditorState, 'past' | 'future'>] {
  const { name } = useMembership();
  const [state, dispatch] = useReducer(reduceEditor, null, () =>
    work ? startEditing(work.draft, work) : startEditing(toDraft(design)),
  );
  const [samples, setSamples] = useLocalStorage<Record<string, string>>({
    key: `laurel-samples-${id}`,
    defaultValue: NO_SAMPLES,
    getInitialValueInEffect: false,
  });
  const [tab, showTab] = useState<PanelTab>('properties');
  const [session, setSession] = useState<TextSession | null>(null);
  const fieldCaret = useRef<TextSession | null>(null);
  const view = useView(id);
  const { draft, selection } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection ends the use of the field
  useEffect(() => {
    fieldCaret.current = null;
  }, [selection]);
  const variables = useMemo(() => draftVariables(draft), [draft]);
  // Equal values are the same object, because pictures are matched with the values by identity.
  const definitions = useMemo(() => draftDefinitions(draft), [draft]);
  const described = { ...draft, variables: definitions };
  const shown = JSON.stringify(shownValues(variables, described, samples, name));
  const values = useMemo(() => JSON.parse(shown) as Record<string, string>, [shown]);
  const contentOf = useMemo(() => shownContents(values), [values]);
  const [live] = useState(createLive);
  // A text that is no longer selected is no longer edited.
  const isEditing = session !== null && selection.length === 1 && selection[0] === session.id;
  const edit = useCallback((change: Edit, tag?: string) => {
    const action: EditorAction = { type: 'edit', edit: change, ...(tag !== undefined && { tag }) };
    dispatch(action);
  }, []);
  const selected = useMemo(() => selectedOf(draft, selection), [draft, selection]);
  const [canUndo, canRedo] = [state.past.length > 0, state.future.length > 0];
  const current = isEditing ? session : null;
  // The same object for the same state, so that saving and drawing do not render the tools.
  const editor = useMemo(
    () => ({
      draft,
      selection,
      selected,
      canUndo,
      canRedo,
      dispatch,
      edit,
      variables,
      definitions,
      samples,
      setSamples,
      values,
      contentOf,
      live,
      tab,
      showTab,
      view,
      session: current,
      setSession,
      fieldCaret,
    }),
    [
      draft,
      selection,
      selected,
      canUndo,
      canRedo,
      edit,
      variables,
      definitions,
      samples,
      setSamples,
      values,
      contentOf,
      live,
      tab,
      view,
      current,
    ],
  );
  return [editor, state];
}
