import { createContext, type Dispatch, type RefObject, useContext } from 'react';
import type { VariableDefinitions } from '../../../../templates-engine/variables/properties.ts';
import type { Draft, Item } from './design.ts';
import type { Edit, EditorAction } from './history.ts';
import type { LiveStore } from './live.ts';
import type { TextSession } from './text-range.ts';
import type { View } from './view.ts';

export type PanelTab = 'properties' | 'variables' | 'checks';

export interface Editor {
  draft: Draft;
  selection: readonly string[];
  /** Selected elements, in painting order. */
  selected: readonly Item[];
  canUndo: boolean;
  canRedo: boolean;
  dispatch: Dispatch<EditorAction>;
  /** Edits with the same tag become one step of the history, until `settle` is dispatched. */
  edit: (edit: Edit, tag?: string) => void;
  /** Variables whose values are given with each certificate, in order of first appearance. */
  variables: readonly string[];
  /** Definitions of the variables. A variable that supplies an element's picture is a picture, even if not declared. */
  definitions: VariableDefinitions;
  /** Sample values as typed by the user. */
  samples: Readonly<Record<string, string>>;
  setSamples: (change: (samples: Record<string, string>) => Record<string, string>) => void;
  /** Values of all placeholders as shown on the canvas. */
  values: Readonly<Record<string, string>>;
  /** Returns an element's content with its placeholders filled in. */
  contentOf: (item: Item) => string;
  /** State of the pointer's current gesture. */
  live: LiveStore;
  view: View;
  /** Text that is being edited on the page; null if none is. */
  session: TextSession | null;
  setSession: (session: TextSession | null) => void;
  /** Caret in the selected text's field in the panel; null if the field was not used since the selection changed. */
  fieldCaret: RefObject<TextSession | null>;
  tab: PanelTab;
  showTab: (tab: PanelTab) => void;
}

const EditorContext = createContext<Editor | null>(null);
export const EditorProvider = EditorContext.Provider;

/** Returns the edited design with everything that its tools need. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('useEditor is used outside of the editor');
  return editor;
}
