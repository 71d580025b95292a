import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from '../proof/judges.ts';
import { freePort } from './free-port.ts';
import { waitForProgram } from './wait-for.ts';

/** Programs of OpenStack Swift with its S3 interface: Debian's swift-proxy, -account, -container, -object, and memcached. */
export const SWIFT = ['swift-proxy-server', 'swift-account-server', 'swift-object-server', 'memcached'] as const;

/** User of tempauth, as an S3 client names it. */
export const SWIFT_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'testing' };

const MIDDLEWARE = [
  'catch_errors',
  'listing_formats',
  's3api',
  'tempauth',
  'copy',
  'slo',
  'symlink',
  'versioned_writes',
];
const FILTERS: Record<string, string> = {
  cache: 'use = egg:swift#memcache',
  s3api: 'use = egg:swift#s3api\nlocation = us-east-1',
  tempauth: 'use = egg:swift#tempauth\nuser_test_tester = testing .admin',
  versioned_writes: 'use = egg:swift#versioned_writes\nallow_object_versioning = true',
};

/** A real server of the S3 protocol on this machine, with one device and one copy of everything. */
export class Swift {
  readonly #folder = mkdtempSync(join(tmpdir(), 'laurel-swift-'));
  readonly #processes: ChildProcess[] = [];
  endpoint = '';

  static async start(): Promise<Swift> {
    const swift = new Swift();
    await swift.#startAll().catch(async (error: unknown) => {
      await swift.stop();
      throw error;
    });
    return swift;
  }

  async #startAll(): Promise<void> {
    mkdirSync(join(this.#folder, 'devices/d1'), { recursive: true });
    const policy = '[storage-policy:0]\nname = gold\ndefault = yes\n';
    this.#write('swift.conf', `[swift-hash]\nswift_hash_path_suffix = x\n${policy}`);
    for (const kind of ['account', 'container', 'object']) await this.#startStorage(kind);
    await this.#startProxy();
  }

  async stop(): Promise<void> {
    for (const child of this.#processes.splice(0)) {
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.kill()) await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.#folder, name), text);
  }

  #run(program: string, ...args: string[]): ChildProcess {
    const child = spawn(program, args, { stdio: 'ignore', env: this.#environment() });
    this.#processes.push(child);
    return child;
  }

  #environment = (): NodeJS.ProcessEnv => ({ ...process.env, SWIFT_DIR: this.#folder });

  async #startStorage(kind: string): Promise<void> {
    const port = await freePort();
    this.#write(
      `${kind}.conf`,
      `[DEFAULT]\ndevices = ${this.#folder}/devices\nmount_check = false\nbind_ip = 127.0.0.1\nbind_port = ${port}\n` +
        `workers = 1\nuser = ${process.env.USER ?? 'root'}\nswift_dir = ${this.#folder}\ndisable_fallocate = true\n` +
        `[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`,
    );
    const builder = join(this.#folder, `${kind}.builder`);
    for (const args of [['create', '4', '1', '1'], ['add', `r1z1-127.0.0.1:${port}/d1`, '1'], ['rebalance']])
      ask('swift-ring-builder', [builder, ...args]);
    const server = this.#run(`swift-${kind}-server`, join(this.#folder, `${kind}.conf`));
    // The proxy sends nothing for one minute to a server that once did not answer.
    await waitForProgram(`Swift's ${kind} server`, server, () => answers(`http://127.0.0.1:${port}`));
  }

  async #startProxy(): Promise<void> {
    const [port, cache] = [await freePort(), await freePort()];
    this.#run('memcached', '-u', process.env.USER ?? 'root', '-l', '127.0.0.1', '-p', String(cache));
    const filters = ['cache', ...MIDDLEWARE].map(
      (name) => `[filter:${name}]\n${FILTERS[name] ?? `use = egg:swift#${name}`}\n`,
    );
    this.#write(
      'proxy.conf',
      `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 1\nuser = ${process.env.USER ?? 'root'}\n` +
        `swift_dir = ${this.#folder}\n[pipeline:main]\npipeline = cache ${MIDDLEWARE.join(' ')} proxy-server\n` +
        `[app:proxy-server]\nuse = egg:swift#proxy\nallow_account_management = true\naccount_autocreate = true\n` +
        filters.join('').replace('#memcache', `#memcache\nmemcache_servers = 127.0.0.1:${cache}`),
    );
    const proxy = this.#run('swift-proxy-server', join(this.#folder, 'proxy.conf'));
    this.endpoint = `http://127.0.0.1:${port}`;
    await waitForProgram("Swift's proxy", proxy, () => answers(this.endpoint));
  }
}

const answers = async (url: string): Promise<boolean> => Boolean(await fetch(url).catch(() => null));
