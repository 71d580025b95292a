import { useSyncExternalStore } from 'react';
import type { Box, Draft } from './design.ts';
import type { Distance } from './distances.ts';
import type { Guide } from './snapping.ts';

/** What a gesture shows while the pointer moves: the design itself is edited once, at its end. */
export interface Live {
  /** The design as it would be if the gesture ended now; null without a gesture that changes it. */
  draft: Draft | null;
  guides: readonly Guide[];
  distances: readonly Distance[];
  /** What is written at the selection: a size, or an angle. */
  measure: string | null;
  marquee: Box | null;
}

const NOTHING: Live = { draft: null, guides: [], distances: [], measure: null, marquee: null };

/** A store of its own, so that only what follows the pointer is rendered when the pointer moves. */
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

/** Renders again only when what is selected of the gesture changes; `select` gives the same object for the same. */
export const useLive = <Of>(store: LiveStore, select: (live: Live) => Of): Of =>
  useSyncExternalStore(store.subscribe, () => select(store.get()));
