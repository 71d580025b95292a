import { useMemo, useState } from 'react';
import type { CellChange, Edits } from './rows/rows.ts';

/** Corrections of a table: changed texts and removed rows. */
interface Changes {
  edits: Edits;
  removed: ReadonlySet<number>;
}

interface History {
  now: Changes;
  past: readonly Changes[];
  future: readonly Changes[];
}

/** Maximum number of steps that can be undone. */
const MAX_STEPS = 200;
const NONE: Changes = { edits: {}, removed: new Set() };
const START: History = { now: NONE, past: [], future: [] };

/** Returns the corrections of a table, which can be undone and redone. */
export function useChanges() {
  const [history, setHistory] = useState(START);
  const actions = useMemo(() => {
    const change = (next: (now: Changes) => Changes) =>
      setHistory(({ now, past }) => ({ now: next(now), past: [...past, now].slice(-MAX_STEPS), future: [] }));
    return {
      edit: (cells: readonly CellChange[]) => change((now) => ({ ...now, edits: withCells(now.edits, cells) })),
      remove: (rows: readonly number[]) => change((now) => ({ ...now, removed: new Set([...now.removed, ...rows]) })),
      restore: () => change((now) => ({ ...now, removed: new Set() })),
      undo: () =>
        setHistory((before) => {
          const now = before.past.at(-1);
          return now ? { now, past: before.past.slice(0, -1), future: [before.now, ...before.future] } : before;
        }),
      redo: () =>
        setHistory((before) => {
          const [now, ...future] = before.future;
          return now ? { now, past: [...before.past, before.now], future } : before;
        }),
      /** Discards the corrections, which belong to the rows of one table. */
      reset: () => setHistory(START),
    };
  }, []);
  const { now, past, future } = history;
  const { undo, redo, ...others } = actions;
  return { ...now, ...others, undo: past.length > 0 ? undo : null, redo: future.length > 0 ? redo : null };
}

function withCells(edits: Edits, cells: readonly CellChange[]): Edits {
  const changed: Record<number, Record<string, string>> = {};
  for (const { row, key, value } of cells) changed[row] = { ...(changed[row] ?? edits[row]), [key]: value };
  return { ...edits, ...changed };
}
