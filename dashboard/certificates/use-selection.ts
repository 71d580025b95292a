import { useState } from 'react';
import type { Filter } from './filters.tsx';

/** Selected certificates: the listed ids, or all of the filter with exceptions. */
type Chosen = { all: false; ids: ReadonlySet<string> } | { all: true; except: ReadonlySet<string> };

const NONE: Chosen = { all: false, ids: new Set() };

/** Selection as accepted by the API. */
export type Selection = { ids: string[] } | { filter: Filter; except?: string[] };

/**
 * Returns the selection in a list. A new filter starts with an empty one, and an action never changes certificates that have left the list.
 * `total` is the size of the filter, if known.
 */
export function useSelection(filter: Filter, total: number | undefined, certificates: readonly { id: string }[]) {
  const key = JSON.stringify(filter);
  const [state, setState] = useState({ key, chosen: NONE });
  const chosen = state.key === key ? amongListed(state.chosen, certificates) : NONE;
  const set = (next: Chosen) => setState({ key, chosen: next });
  const isChosen = (id: string): boolean => (chosen.all ? !chosen.except.has(id) : chosen.ids.has(id));
  const change = (ids: readonly string[], isWanted: boolean) => {
    const listed = new Set(chosen.all ? chosen.except : chosen.ids);
    // Toggles ids in the list of selected ones, or in the list of exceptions.
    for (const id of ids) isWanted === chosen.all ? listed.delete(id) : listed.add(id);
    set(chosen.all ? { all: true, except: listed } : { all: false, ids: listed });
  };
  const count = chosen.all ? total && total - chosen.except.size : chosen.ids.size;
  return {
    isAll: chosen.all,
    /** Undefined if the size of the filter is unknown. */
    count,
    isEmpty: count === 0,
    isChosen,
    change,
    chooseAll: () => set({ all: true, except: new Set() }),
    clear: () => set(NONE),
    selection: (): Selection => (chosen.all ? { filter, except: [...chosen.except] } : { ids: [...chosen.ids] }),
  };
}

const amongListed = (chosen: Chosen, certificates: readonly { id: string }[]): Chosen =>
  chosen.all
    ? chosen
    : { all: false, ids: new Set(certificates.map(({ id }) => id).filter((id) => chosen.ids.has(id))) };

export type Choosing = ReturnType<typeof useSelection>;
