import { useRef, useState } from 'react';
import type { Mode } from './commands.ts';
import type { Place } from './use-selection.ts';

interface Draft {
  place: Place;
  mode: Mode;
  text: string;
}

/** Returns the text that is being typed in a cell, which becomes its value at the end. `onEnd` gets it once. */
export function useEditing(onEnd: (place: Place, text: string) => void) {
  const [draft, setDraft] = useState<Draft | null>(null);
  // The field of a cell is left while the next one is focused, before the state arrives.
  const current = useRef<Draft | null>(null);
  const set = (next: Draft | null) => {
    current.current = next;
    setDraft(next);
  };
  return {
    draft,
    begin: (place: Place, mode: Mode, text: string) => set({ place, mode, text }),
    type: (place: Place, text: string) => set({ mode: 'typing', ...current.current, place, text }),
    cancel: () => set(null),
    commit: () => {
      const ended = current.current;
      if (!ended) return;
      set(null);
      onEnd(ended.place, ended.text);
    },
  };
}

export type Editing = ReturnType<typeof useEditing>;
