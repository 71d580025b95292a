import './compile-cache.ts';
import { isBundleCurrent } from './bundle.ts';
import { ConfigError, readConfig } from './config.ts';
import { makeLog } from './logger.ts';
import { type Shutdown, shutDown } from './startup/shutdown.ts';

/** Starts the process, waits for SIGINT or SIGTERM, and stops it in order. */
async function main(): Promise<void> {
  const stopping = new AbortController();
  const stopRequested = new Promise<void>((resolve) =>
    stopping.signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  const onSignal = () => stopping.abort();
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  refuseOldBundle();
  const config = readConfig();
  const log = makeLog(config);
  const shutdown: Shutdown = { drains: [], closes: [] };
  void stopRequested.then(() => {
    log.info('stopping: requests and jobs in progress finish first');
    // Before shutDown(), so that clients are notified while an unfinished start is still being undone.
    for (const drain of shutdown.drains) drain().catch(() => undefined);
  });
  try {
    const { start } = await import('./startup/start.ts');
    await start({ config, log, signal: stopping.signal, shutdown, print: (text) => process.stdout.write(text) });
    await stopRequested;
  } catch (error) {
    if (!stopping.signal.aborted) {
      await shutDown(shutdown, log);
      throw error;
    }
  }
  await shutDown(shutdown, log);
  process.exit(0);
}

main().catch((error: unknown) => {
  process.stderr.write(`laurel: ${error instanceof ConfigError ? error.message : explained(error)}\n`);
  process.exit(1);
});

/** Refuses to run a bundle of other sources. An upgrade without a build would otherwise start the former server. */
function refuseOldBundle(): void {
  const isBundle = import.meta.filename.endsWith('.js');
  if (isBundle && !isBundleCurrent())
    throw new ConfigError('server/dist is not built from these sources: run npm run prestart');
}

function explained(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? `${error.stack}` : `${error.stack}\ncaused by ${error.cause}`;
}
