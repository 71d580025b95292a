import type { EventEmitter } from 'node:events';
import type { Job } from 'graphile-worker';
import { LRUCache } from 'lru-cache';

/** Time in ms after which a job counts as hanging: just under the time limits of receivers and of mail servers' greetings, 10 s. */
const HANGING_MS = 9500;
/** Owners whose last job is remembered. */
const REMEMBERED = 1000;

/** Job under way, and its start on the monotonic clock in ms. */
interface Running {
  job: Job;
  began: number;
}

/**
 * Shares a runner's slots between the owners of jobs, given by their flags. A job is fetched only while the running jobs of its flags,
 * added up, are fewer than the free slots. A single webhook therefore takes at most a third of the slots, and all webhooks of a tenant
 * half. Jobs that must wait stay in the queue unchanged.
 *
 * An owner has one slot at a time until its first job has ended, and while its jobs hang. Owners that are known to hang have half of the
 * slots together. The jobs of others therefore find a slot, however many hang. The owner is the narrowest flag.
 *
 * Graphile Worker asks for `forbiddenFlags` before each fetch. Concurrent fetches do not see each other's jobs, so each counts the others
 * as taken slots, and an owner can exceed its limit by at most `slots / 10`. An empty fetch is followed by a pause, unless a notification
 * arrives. An idle runner with many slots therefore does not query the database more often.
 */
export function shareTenantSlots(
  { slots, pauseMs }: { slots: number; pauseMs: number },
  events: EventEmitter,
): { forbiddenFlags: () => Promise<string[]> } {
  const underWay = new Map<string, Running>();
  /** True for an owner whose last job hung. */
  const hangs = new LRUCache<string, boolean>({ max: REMEMBERED });
  const fetches = limitFetches(Math.max(1, Math.floor(slots / 10)), pauseMs);
  for (const event of ['worker:getJob:empty', 'worker:getJob:error']) events.on(event, fetches.endEmpty);
  events.on('job:start', ({ job }: { job: Job }) => {
    underWay.set(job.id, { job, began: performance.now() });
    fetches.end();
  });
  events.on('job:complete', ({ job }: { job: Job }) => {
    const running = underWay.get(job.id);
    underWay.delete(job.id);
    if (running) hangs.set(ownerOf(job), isHanging(running));
    // A waiting job may be fetched now.
    fetches.resume();
  });
  for (const event of ['pool:listen:notification', 'due']) events.on(event, fetches.resume);
  events.on('pool:gracefulShutdown', fetches.stop);
  return {
    forbiddenFlags: async () => {
      await fetches.begin();
      const running = [...underWay.values()];
      const free = slots - running.length - fetches.others();
      const known = free > slots / 2 ? [] : [...hangs].filter(([, hung]) => hung).map(([owner]) => owner);
      const unproven = running.filter((one) => isHanging(one) || hangs.get(ownerOf(one.job)) !== false);
      return [...new Set([...known, ...unproven.map(({ job }) => ownerOf(job)), ...fullFlags(running, free)])];
    },
  };
}

const isHanging = ({ began }: Running): boolean => performance.now() - began > HANGING_MS;

const ownerOf = (job: Job): string => flagsOf(job).at(-1) ?? '';

/** Limits concurrent fetches. An empty one ends after a pause, unless there are new jobs. */
function limitFetches(atOnce: number, pauseMs: number) {
  const waiting: (() => void)[] = [];
  const pauses = new Set<NodeJS.Timeout>();
  let free = atOnce;
  let fetching = 0;
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
    /** Returns the number of fetches under way besides the one that has begun last. */
    others: () => fetching - 1,
    begin: async () => {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      fetching++;
    },
    end: () => {
      fetching--;
      pass();
      resume();
    },
    endEmpty: () => {
      fetching--;
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

/** Returns the flags whose running jobs are too many. The flags of a job are sorted from the widest to the narrowest. */
function fullFlags(running: readonly Running[], free: number): string[] {
  const jobs = running.map(({ job }) => job);
  const counts = new Map<string, number>();
  for (const flag of jobs.flatMap(flagsOf)) counts.set(flag, (counts.get(flag) ?? 0) + 1);
  const full: string[] = [];
  for (const job of jobs) {
    let underWay = 0;
    for (const flag of flagsOf(job)) {
      underWay += counts.get(flag) ?? 0;
      if (underWay >= free) full.push(flag);
    }
  }
  return full;
}

const flagsOf = ({ flags }: Job): string[] => Object.keys(flags ?? {}).sort();
