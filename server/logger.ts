import { destination, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** JSON lines on stderr; stdout is for the banner and for results of commands. */
export const makeLog = (config: Config): Logger =>
  pino(
    { level: config.LOG_LEVEL, base: { role: config.ROLE }, timestamp: pino.stdTimeFunctions.isoTime },
    destination(2),
  );
