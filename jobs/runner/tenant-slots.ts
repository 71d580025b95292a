import type { EventEmitter } from 'node:events';
import type { Job } from 'graphile-worker';

/**
 * Shares a runner's slots between the owners of jobs, given by their flags. A job is fetched only while the running jobs of its flags,
 * added up, are fewer than the free slots. A single webhook therefore takes at most a third of the slots, and all webhooks of a tenant
 * half. The more of them hang, the less each has, so another tenant's job always finds a slot. Jobs that must wait stay in the queue
 * unchanged.
 *
 * Graphile Worker asks for `forbiddenFlags` before each fetch. Concurrent fetches do not see each other, so a tenant can exceed its limit
 * by at most `slots / 10`. An empty fetch is followed by a pause, unless a notification arrives. An idle runner with many slots therefore
 * does not query the database more often.
 */
export function shareTenantSlots(
  { slots, pauseMs }: { slots: number; pauseMs: number },
  events: EventEmitter,
): { forbiddenFlags: () => Promise<string[]> } {
  const underWay = new Map<string, Job>();
  const fetches = limitFetches(Math.max(1, Math.floor(slots / 10)), pauseMs);
  for (const event of ['worker:getJob:empty', 'worker:getJob:error']) events.on(event, fetches.endEmpty);
  events.on('job:start', ({ job }: { job: Job }) => {
    underWay.set(job.id, job);
    fetches.end();
  });
  events.on('job:complete', ({ job }: { job: Job }) => {
    underWay.delete(job.id);
    // A waiting job may be fetched now.
    fetches.resume();
  });
  for (const event of ['pool:listen:notification', 'due']) events.on(event, fetches.resume);
  events.on('pool:gracefulShutdown', fetches.stop);
  return {
    forbiddenFlags: async () => {
      await fetches.begin();
      return fullFlags([...underWay.values()], slots);
    },
  };
}

/** Limits concurrent fetches. An empty one ends after a pause, unless there are new jobs. */
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

/** Returns the flags whose jobs must wait. The flags of a job are sorted from the widest to the narrowest. */
function fullFlags(jobs: readonly Job[], slots: number): string[] {
  const counts = new Map<string, number>();
  for (const flag of jobs.flatMap(flagsOf)) counts.set(flag, (counts.get(flag) ?? 0) + 1);
  const free = slots - jobs.length;
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
