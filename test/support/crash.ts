import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../database/migrate.ts';
import { startEmbeddedPostgres } from '../../embedded-postgres/start.ts';
import { operate } from './command.ts';
import type { Laurel } from './laurel.ts';
import { waitFor } from './wait-for.ts';

type Server = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

/** A separate PostgreSQL that can be stopped, crashed and restarted at the same address. */
export class Postgres {
  readonly #dataDir: string;
  #server: Server;
  /** Servers that crashed. A crash does not end this process's lock on a server, and a stop needs every lock to be released. */
  readonly #crashed: Server[] = [];

  private constructor(dataDir: string, server: Server) {
    this.#dataDir = dataDir;
    this.#server = server;
  }

  /** Starts a server with every table and no rows. */
  static async start(): Promise<Postgres> {
    const dataDir = await mkdtemp(join(tmpdir(), 'laurel-postgres-'));
    const postgres = new Postgres(dataDir, await startEmbeddedPostgres({ dataDir, log: () => undefined }));
    await migrate(postgres.url);
    return postgres;
  }

  get url(): string {
    return this.#server.url;
  }

  async startAgain(): Promise<void> {
    this.#crashed.push(this.#server);
    this.#server = await startEmbeddedPostgres({ dataDir: this.#dataDir, log: () => undefined });
  }

  /** Stops the server in order. */
  async stop(): Promise<void> {
    for (const server of this.#crashed.splice(0)) await server.stop();
    await this.#server.stop();
  }

  /** Shuts down immediately: connections are cut, nothing is written, and the next start runs crash recovery. */
  async crash(): Promise<void> {
    const [pid] = (await readFile(join(this.#dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGQUIT');
    await waitFor('the end of PostgreSQL', () => !isRunning(Number(pid)), Boolean, { everyMs: 10 });
  }

  async remove(): Promise<void> {
    await this.startAgain();
    await this.stop();
    await rm(this.#dataDir, { recursive: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns the breaches that `reconcile` reports. */
export const breachesOf = async (laurel: Laurel): Promise<unknown[]> =>
  JSON.parse((await operate(laurel, 'reconcile')).out).breaches;
