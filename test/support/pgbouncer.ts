import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { waitForProgram } from './wait-for.ts';

/** Debian's pgbouncer in front of a database, with few server connections, so that each serves many clients. */
export class PgBouncer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'laurel-pgbouncer-'));
  #process!: ChildProcess;
  /** Database's address through the pooler. */
  url = '';

  static async start(databaseUrl: string, settings: Record<string, string> = {}): Promise<PgBouncer> {
    const bouncer = new PgBouncer();
    await bouncer.#start(new URL(databaseUrl), settings);
    return bouncer;
  }

  async #start(target: URL, settings: Record<string, string>): Promise<void> {
    const port = await freePort();
    const [user, password] = [decodeURIComponent(target.username), decodeURIComponent(target.password)];
    const options = {
      listen_addr: '127.0.0.1',
      listen_port: String(port),
      unix_socket_dir: '',
      auth_type: 'trust',
      auth_file: join(this.#folder, 'users.txt'),
      pool_mode: 'transaction',
      default_pool_size: '4',
      // pgbouncer refuses to run as root.
      ...(userInfo().uid === 0 && { user: 'nobody' }),
      ...settings,
    };
    const lines = Object.entries(options).map(([name, value]) => `${name} = ${value}`);
    const database = `* = host=${target.hostname} port=${target.port || 5432}`;
    writeFileSync(join(this.#folder, 'users.txt'), `"${user}" "${password}"\n`, { mode: 0o644 });
    const config = join(this.#folder, 'pgbouncer.ini');
    writeFileSync(config, ['[databases]', database, '[pgbouncer]', ...lines, ''].join('\n'));
    chmodSync(this.#folder, 0o755);
    this.#process = spawn('pgbouncer', ['-q', config], { stdio: ['ignore', 'ignore', 'inherit'] });
    this.url = Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(port) }).href;
    await waitForProgram('pgbouncer', this.#process, () => answers(this.url));
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    if (this.#process.exitCode === null && this.#process.kill()) await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
