import { connectAhead } from '../../database/open-pools.ts';
import { openPool } from '../../database/pool.ts';
import { EventHub } from '../../domain/events/share.ts';
import { makeAuth } from '../adapters/auth.ts';
import { createApp } from '../http/app.ts';
import type { HttpListener } from '../http/listen.ts';
import { makeReadiness } from '../http/readiness.ts';
import type { Telemetry } from '../telemetry/meter.ts';
import { banner } from './banner.ts';
import type { DatabaseAddress } from './locate-database.ts';
import type { Installation } from './open-services.ts';
import type { Process } from './process.ts';

interface Parts {
  address: DatabaseAddress;
  listener: HttpListener;
  telemetry: Telemetry;
  installation: Installation;
}

/** Connections opened in advance per pool. A process that replaces another one gets its full load immediately. */
const CONNECTIONS_AHEAD = 4;
/** Starts the role `api`. */
export async function startApi(
  { config, log, signal, shutdown, print }: Process,
  { address, listener, installation, telemetry }: Parts,
): Promise<void> {
  // If this pool is exhausted or fails, each process counts on its own: see makeRateLimits.
  const { url: databaseUrl, behindPooler } = address;
  const pool = openPool(
    'rate-limits',
    databaseUrl,
    { behindPooler, lock_timeout: 500 },
    { max: 4, query_timeout: 2_000 },
  );
  shutdown.closes.push(() => pool.end());
  const { services } = installation;
  const auth = makeAuth({
    databaseUrl,
    behindPooler,
    secrets: installation.authSecrets,
    services,
    signInLimit: config.RATE_LIMIT_SIGN_IN,
  });
  shutdown.closes.push(() => auth.close());
  const hub = new EventHub(services);
  shutdown.drains.push(async () => hub.close());
  const access = config.DATABASE_URL ? null : await (await import('./seed-demo.ts')).seedDemo(services, auth, signal);
  await connectAhead(['main', 'rate-limits'], CONNECTIONS_AHEAD);
  signal.throwIfAborted();
  listener.open(
    createApp({
      config,
      services,
      keys: installation.keys,
      auth,
      pool,
      hub,
      readiness: makeReadiness(services),
      log,
      telemetry,
    }),
  );
  print(`${banner(services.installation.address, access)}\n`);
}
