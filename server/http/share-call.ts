import { setTimeout as sleep } from 'node:timers/promises';

/** Nobody waits longer for the call before theirs: it may hang. */
const PATIENCE_MS = 100;

interface Group<Result> {
  /** Calls that share it. */
  size: number;
  hasBegun: boolean;
  result: Promise<Result>;
}

/** What a call was given: the result of its group, its place in the group from 0, and the group's size. */
export interface Shared<Result> {
  result: Result;
  place: number;
  size: number;
}

/**
 * One call at a time for each key, as long as none takes long: those that arrive meanwhile share the next one, which is told how
 * many they are. It fails for all of them alike.
 */
export function shareCall<Result>(
  call: (key: string, size: number) => Promise<Result>,
): (key: string) => Promise<Shared<Result>> {
  const latest = new Map<string, Group<Result>>();
  const open = (key: string): Group<Result> => {
    const before = latest.get(key);
    const group: Group<Result> = { size: 0, hasBegun: false, result: begin() };
    async function begin() {
      const isOver = before?.result.catch(() => undefined);
      await (isOver && Promise.race([isOver, sleep(PATIENCE_MS, undefined, { ref: false })]));
      group.hasBegun = true;
      try {
        return await call(key, group.size);
      } finally {
        if (latest.get(key) === group) latest.delete(key);
      }
    }
    latest.set(key, group);
    return group;
  };
  return async (key) => {
    const waiting = latest.get(key);
    const group = waiting && !waiting.hasBegun ? waiting : open(key);
    const place = group.size++;
    const result = await group.result;
    return { result, place, size: group.size };
  };
}
