import { destination, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Maximum bytes per write. Linux writes up to 4 KB to a pipe atomically, so lines of several processes stay intact. */
const BLOCK_BYTES = 3584;
/** Maximum bytes buffered while stderr is blocked, for example by a full disk. */
const MOST_BYTES = 1_000_000;
const LATEST_MS = 100;
const WARN = 40;

/** Creates a log of JSON lines on stderr. Stdout is reserved for the banner and for results of commands. */
export const makeLog = (config: Pick<Config, 'LOG_LEVEL' | 'ROLE'>): Logger =>
  pino({ level: config.LOG_LEVEL, base: { role: config.ROLE }, timestamp: pino.stdTimeFunctions.isoTime }, inBlocks());

/**
 * Writes lines in blocks, since a write costs as much as the rest of a line. Flushes after 100 ms, before a warning or an error returns,
 * and when the process exits. A signal without a handler loses the last block.
 */
function inBlocks() {
  const stderr = destination({ dest: 2, sync: true, minLength: BLOCK_BYTES, maxLength: MOST_BYTES });
  // A failed write loses log lines, but must not end the process.
  stderr.on('error', () => undefined);
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    stderr.flush();
  };
  process.on('exit', flush);
  return {
    // Makes pino set lastLevel before each write.
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
