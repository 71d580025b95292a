import type { EventEmitter } from 'node:events';
import type { Job } from 'graphile-worker';

/**
 * Shares a runner's places among those whose jobs it takes: a job is taken only while those under way with its flags are,
 * added up, fewer than the places that are free. Whatever one tenant has waiting, and however long it takes, somebody
 * else's job finds a place at once: one webhook alone takes a third of them, all of a tenant's half, and the more of
 * them hang, the less each has. Jobs that must wait stay in the queue, untouched.
 *
 * Graphile Worker asks for `forbiddenFlags` before it fetches a job. Jobs are fetched one at a time: two fetches at once
 * would not know of each other.
 */
export function sharePlaces(places: number, events: EventEmitter): { forbiddenFlags: () => Promise<string[]> } {
  const underWay = new Map<string, Job>();
  let fetching: Promise<void> = Promise.resolve();
  let endFetch = (): void => undefined;
  for (const event of ['worker:getJob:empty', 'worker:getJob:error']) events.on(event, () => endFetch());
  events.on('job:start', ({ job }: { job: Job }) => {
    underWay.set(job.id, job);
    endFetch();
  });
  events.on('job:complete', ({ job }: { job: Job }) => underWay.delete(job.id));
  return {
    forbiddenFlags: async () => {
      const turn = fetching;
      fetching = new Promise((resolve) => {
        turn.then(() => {
          endFetch = resolve;
        });
      });
      await turn;
      return fullFlags([...underWay.values()], places);
    },
  };
}

/** The flags whose jobs must wait. Those of a job go from the widest to the narrowest, in alphabetical order. */
function fullFlags(jobs: readonly Job[], places: number): string[] {
  const counts = new Map<string, number>();
  for (const flag of jobs.flatMap(flagsOf)) counts.set(flag, (counts.get(flag) ?? 0) + 1);
  const free = places - jobs.length;
  const full = new Set<string>();
  for (const job of jobs) {
    let underWay = 0;
    for (const flag of flagsOf(job)) {
      underWay += counts.get(flag) ?? 0;
      if (underWay >= free) full.add(flag);
    }
  }
  return [...full];
}

const flagsOf = ({ flags }: Job): string[] => Object.keys(flags ?? {}).sort();
