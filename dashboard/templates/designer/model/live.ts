import { useSyncExternalStore } from 'react';
import type { Box, Draft } from './design.ts';
import type { Distance } from './distances.ts';
import type { Guide } from './snapping.ts';

/** State of a gesture while the pointer moves. The design is edited once, at the end. */
export interface Live {
  /** Design as it would be if the gesture ended now; null if no gesture changes it. */
  draft: Draft | null;
  guides: readonly Guide[];
  distances: readonly Distance[];
  /** Label at the selection: a size or an angle. */
  measure: string | null;
  marquee: Box | null;
}

const NOTHING: Live = { draft: null, guides: [], distances: [], measure: null, marquee: null };

/** Separate store, so that only components that follow the pointer render when it moves. */
export interface LiveStore {
  get: () => Live;
  set: (shown: Partial<Live>) => void;
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
}

export function createLive(): LiveStore {
  const listeners = new Set<() => void>();
  let live = NOTHING;
  const become = (next: Live) => {
    live = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => live,
    set: (shown) => become({ ...live, ...shown }),
    clear: () => live !== NOTHING && become(NOTHING),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Renders again only when the selected part of the gesture changes. `select` must return the same object for the same state. */
export const useLive = <Of>(store: LiveStore, select: (live: Live) => Of): Of =>
  useSyncExternalStore(store.subscribe, () => select(store.get()));
