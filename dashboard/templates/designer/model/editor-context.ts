import { createContext, type Dispatch, useContext } from 'react';
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
  /** The elements that are selected, in painting order. */
  selected: readonly Item[];
  canUndo: boolean;
  canRedo: boolean;
  dispatch: Dispatch<EditorAction>;
  /** Edits with the same tag become one step of the history, until `settle` is dispatched. */
  edit: (edit: Edit, tag?: string) => void;
  /** The variables whose values are given with each certificate, in the order of their first appearance. */
  variables: readonly string[];
  /** What is said of them; one whose value names an element's picture is a picture, written down or not. */
  definitions: VariableDefinitions;
  /** Sample values of the variables as people gave them. */
  samples: Readonly<Record<string, string>>;
  setSamples: (samples: Record<string, string>) => void;
  /** What every placeholder shows on the canvas. */
  values: Readonly<Record<string, string>>;
  /** An element's content as it is shown, its placeholders filled in. */
  contentOf: (item: Item) => string;
  /** What the pointer's gesture shows at the moment. */
  live: LiveStore;
  view: View;
  /** The text that is edited on the page; null for none. */
  session: TextSession | null;
  setSession: (session: TextSession | null) => void;
  tab: PanelTab;
  showTab: (tab: PanelTab) => void;
}

const EditorContext = createContext<Editor | null>(null);
export const EditorProvider = EditorContext.Provider;

/** The design that is edited, with everything that its tools need. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('used outside of the editor');
  return editor;
}
