import type { EventEmitter } from 'node:events';
import type { Job } from 'graphile-worker';

/**
 * Shares a runner's places among those whose jobs it takes: a job is taken only while those under way with its flags are,
 * added up, fewer than the places that are free. Whatever one tenant has waiting, and however long it takes, another
 * tenant's job finds a place at once: one webhook alone takes a third of them, all of a tenant's half, and the more of
 * them hang, the less each has. Jobs that must wait stay in the queue, untouched.
 *
 * Graphile Worker asks for `forbiddenFlags` before it fetches a job. Few jobs are fetched at once, as none of those fetches
 * knows what the others bring: only so far can a limit be overrun. One that brought nothing is followed by a pause, unless
 * there is news, so that an idle runner asks the database no more often for having many places.
 */
export function sharePlaces(
  { places, pauseMs }: { places: number; pauseMs: number },
  events: EventEmitter,
): { forbiddenFlags: () => Promise<string[]> } {
  const underWay = new Map<string, Job>();
  const fetches = limitFetches(Math.max(1, Math.floor(places / 10)), pauseMs);
  for (const event of ['worker:getJob:empty', 'worker:getJob:error']) events.on(event, fetches.endEmpty);
  events.on('job:start', ({ job }: { job: Job }) => {
    underWay.set(job.id, job);
    fetches.end();
  });
  events.on('job:complete', ({ job }: { job: Job }) => {
    underWay.delete(job.id);
    // A job that had to wait may be taken now.
    fetches.resume();
  });
  for (const event of ['pool:listen:notification', 'due']) events.on(event, fetches.resume);
  events.on('pool:gracefulShutdown', fetches.stop);
  return {
    forbiddenFlags: async () => {
      await fetches.begin();
      return fullFlags([...underWay.values()], places);
    },
  };
}

/** Limits the fetches at once. One that found no job ends only after a pause, unless there are new jobs. */
function limitFetches(atOnce: number, pauseMs: number) {
  const waiting: (() => void)[] = [];
  const pauses = new Set<NodeJS.Timeout>();
  let free = atOnce;
  let isStopped = false;
  const pass = () => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  const resume = () => {
    for (const timer of pauses) {
      clearTimeout(timer);
      pauses.delete(timer);
      pass();
    }
  };
  return {
    begin: async () => {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    end: () => {
      pass();
      resume();
    },
    endEmpty: () => {
      if (isStopped) return pass();
      const timer = setTimeout(() => {
        pauses.delete(timer);
        pass();
      }, pauseMs);
      pauses.add(timer);
    },
    resume,
    stop: () => {
      isStopped = true;
      resume();
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
