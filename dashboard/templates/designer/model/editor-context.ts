import { createContext, type Dispatch, useContext } from 'react';
import type { Preview } from '../document/use-preview.ts';
import type { Draft, Item } from './design.ts';
import type { Edit, EditorAction } from './history.ts';

export type PanelTab = 'properties' | 'layers' | 'samples' | 'checks';

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
  /** Sample values of the variables as people gave them. */
  samples: Readonly<Record<string, string>>;
  setSamples: (samples: Record<string, string>) => void;
  /** What every placeholder shows on the canvas. */
  values: Readonly<Record<string, string>>;
  preview: Preview;
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

/** Where the keyboard goes when what it was on is no more, and where elements are found. */
export const PAGE_ID = 'designer-page';
export const TEXT_ID = 'designer-text';
export const elementDomId = (id: string): string => `element-${id}`;

/** Puts the keyboard on something once it is there. */
export const focusSoon = (id: string): void => void requestAnimationFrame(() => document.getElementById(id)?.focus());

/** The same for the text of an element: all of it is selected where it is to be replaced, else one goes on at its end. */
export const focusTextSoon = ({ isReplaced }: { isReplaced: boolean }): void =>
  void requestAnimationFrame(() => {
    const field = document.getElementById(TEXT_ID);
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.focus();
    field.setSelectionRange(isReplaced ? 0 : field.value.length, field.value.length);
  });
