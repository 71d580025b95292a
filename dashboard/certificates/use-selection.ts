import { useState } from 'react';
import type { Filter } from './filters.tsx';

/** Certificates that are chosen: those of the ids, or all of the filter but some. */
type Chosen = { all: false; ids: ReadonlySet<string> } | { all: true; except: ReadonlySet<string> };

const NONE: Chosen = { all: false, ids: new Set() };

/** What the API takes for it. */
export type Selection = { ids: string[] } | { filter: Filter; except?: string[] };

/** The certificates that are chosen in a list; another filter begins with none. `total` is what the filter has, where that is known. */
export function useSelection(filter: Filter, total: number | undefined) {
  const key = JSON.stringify(filter);
  const [state, setState] = useState({ key, chosen: NONE });
  const chosen = state.key === key ? state.chosen : NONE;
  const set = (next: Chosen) => setState({ key, chosen: next });
  const isChosen = (id: string): boolean => (chosen.all ? !chosen.except.has(id) : chosen.ids.has(id));
  const change = (ids: readonly string[], isWanted: boolean) => {
    const listed = new Set(chosen.all ? chosen.except : chosen.ids);
    // Among those that are chosen, or among those that are not.
    for (const id of ids) isWanted === chosen.all ? listed.delete(id) : listed.add(id);
    set(chosen.all ? { all: true, except: listed } : { all: false, ids: listed });
  };
  const count = chosen.all ? total && total - chosen.except.size : chosen.ids.size;
  return {
    isAll: chosen.all,
    /** Undefined while it is not known how many a filter has. */
    count,
    isEmpty: count === 0,
    isChosen,
    change,
    chooseAll: () => set({ all: true, except: new Set() }),
    clear: () => set(NONE),
    selection: (): Selection => (chosen.all ? { filter, except: [...chosen.except] } : { ids: [...chosen.ids] }),
  };
}

export type Choosing = ReturnType<typeof useSelection>;
