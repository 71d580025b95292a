import type { LogFunctionFactory } from 'graphile-worker';

export type Log = (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void;

/** Warnings about intended settings. Laurel's jobs hold no connection of the runner while they run, and slots become free in groups. */
const EXPECTED = ['WARNING: having maxPoolSize', 'Your job batch size'];
const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const;
const FAILED_FETCH = 'Error occurred fetching jobs';
/** Returns the log of a runner (graphile-worker 0.18.0). Its log is the only report of a failed fetch of several jobs. */
export const logTo =
  (log: Log, onFailedFetch: (error: unknown) => void): LogFunctionFactory =>
  () =>
  (level, message) => {
    // An unavailable database causes four per second.
    if (message.startsWith(FAILED_FETCH)) return onFailedFetch(message);
    if (!EXPECTED.some((beginning) => message.startsWith(beginning))) log(LEVELS[level], message);
  };
