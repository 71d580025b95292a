import { destination, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** A pipe takes 4 KB at once, whatever else is written to it: lines of several processes stay whole. */
const BLOCK_BYTES = 3584;
/** What is kept while stderr takes nothing, as on a full disk. */
const MOST_BYTES = 1_000_000;
const LATEST_MS = 100;
const WARN = 40;

/** JSON lines on stderr; stdout is for the banner and for results of commands. */
export const makeLog = (config: Pick<Config, 'LOG_LEVEL' | 'ROLE'>): Logger =>
  pino({ level: config.LOG_LEVEL, base: { role: config.ROLE }, timestamp: pino.stdTimeFunctions.isoTime }, inBlocks());

/**
 * Writes lines together, since a write costs as much as the rest of a line: after a tenth of a second, before a warning or an error
 * returns, and when the process ends, unless by a signal that it does not handle.
 */
function inBlocks() {
  const stderr = destination({ dest: 2, sync: true, minLength: BLOCK_BYTES, maxLength: MOST_BYTES });
  // A log that can't be written costs lines, not the process.
  stderr.on('error', () => undefined);
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    stderr.flush();
  };
  process.on('exit', flush);
  return {
    // Has pino set lastLevel before each write.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      stderr.write(line);
      if (this.lastLevel >= WARN) flush();
      else timer ??= setTimeout(flush, LATEST_MS).unref();
    },
    flushSync: flush,
  };
}
