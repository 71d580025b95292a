import type { Draft } from './design.ts';

const REMEMBERED = 200;

/** Design, selection and undo history. */
export interface EditorState {
  draft: Draft;
  /** Ids of elements. */
  selection: readonly string[];
  past: readonly Draft[];
  future: readonly Draft[];
  /** Tag of the edit in progress. Edits with the same tag become one step. */
  tag: string | null;
}

/** Result of an edit. Omitted members stay unchanged. */
interface Edited {
  draft?: Draft;
  selection?: readonly string[];
}

export type Edit = (state: Pick<EditorState, 'draft' | 'selection'>) => Edited;

export type EditorAction =
  | { type: 'edit'; edit: Edit; tag?: string }
  | { type: 'select'; selection: readonly string[] }
  /** Ends the edit in progress, so that the next one is a separate step. */
  | { type: 'settle' }
  | { type: 'undo' }
  | { type: 'redo' }
  /** Applies the changes of others to the draft and to all steps, up to the first that they contradict. */
  | { type: 'rebase'; rebase: (draft: Draft) => Draft | null };

export const startEditing = (
  draft: Draft,
  { past, future }: Pick<EditorState, 'past' | 'future'> = { past: [], future: [] },
): EditorState => ({ draft, selection: [], past, future, tag: null });

export function reduceEditor(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'edit':
      return applyEdit(state, action.edit, action.tag ?? null);
    case 'select':
      return withSelection({ ...state, tag: null }, action.selection);
    case 'settle':
      return state.tag === null ? state : { ...state, tag: null };
    case 'undo': {
      const before = state.past.at(-1);
      if (!before) return state;
      const future = [state.draft, ...state.future];
      return withSelection(
        { ...state, draft: before, past: state.past.slice(0, -1), future, tag: null },
        state.selection,
      );
    }
    case 'redo': {
      const [after, ...future] = state.future;
      if (!after) return state;
      const past = [...state.past, state.draft];
      return withSelection({ ...state, draft: after, past, future, tag: null }, state.selection);
    }
    case 'rebase': {
      const draft = action.rebase(state.draft);
      if (!draft) return state;
      const past = rebased(state.past.toReversed(), action.rebase).reverse();
      const future = rebased(state.future, action.rebase);
      return withSelection({ ...state, draft, past, future, tag: null }, state.selection);
    }
  }
}

/** Returns the drafts with the changes of others, up to the first that they contradict. */
function rebased(drafts: readonly Draft[], rebase: (draft: Draft) => Draft | null): Draft[] {
  const kept: Draft[] = [];
  for (const draft of drafts) {
    const next = rebase(draft);
    if (!next) break;
    kept.push(next);
  }
  return kept;
}

function applyEdit(state: EditorState, edit: Edit, tag: string | null): EditorState {
  const edited = edit(state);
  const { draft = state.draft, selection = state.selection } = edited;
  if (draft === state.draft) return withSelection(state, selection);
  const continues = tag !== null && tag === state.tag;
  const past = continues ? state.past : [...state.past, state.draft].slice(-REMEMBERED);
  return withSelection({ ...state, draft, past, future: [], tag }, selection);
}

/** Removes ids of elements that no longer exist from the selection. */
const withSelection = (state: EditorState, selection: readonly string[]): EditorState => ({
  ...state,
  selection: selection.filter((id) => state.draft.elements.some((item) => item.id === id)),
});
