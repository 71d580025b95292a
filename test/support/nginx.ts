import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { waitForProgram } from './wait-for.ts';

/** Ends a process and waits for its exit. */
export async function ended(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** nginx with the upstreams and proxy settings of deploy/nginx/laurel.conf, without TLS. */
export class Nginx {
  readonly #folder = mkdtempSync(join(tmpdir(), 'laurel-nginx-'));
  #process!: ChildProcess;
  url = '';

  static async start(ports: number[], { maxFails = 1 } = {}): Promise<Nginx> {
    const nginx = new Nginx();
    const port = await freePort();
    const published = readFileSync('deploy/nginx/laurel.conf', 'utf8')
      .replaceAll(/server 127\.0\.0\.1:300([12])/g, (_whole, index) => `server 127.0.0.1:${ports[Number(index) - 1]}`)
      .replaceAll('max_fails=1', `max_fails=${maxFails}`)
      .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
      .replaceAll(/^\s*ssl_.*$/gm, '');
    mkdirSync(join(nginx.#folder, 'tmp'));
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${nginx.#folder}/tmp/${name};`,
    );
    writeFileSync(
      join(nginx.#folder, 'nginx.conf'),
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${nginx.#folder}/pid; error_log stderr crit; worker_processes 1;
       events {} http { access_log off; ${paths.join(' ')} ${published} }`,
    );
    nginx.#process = spawn('nginx', ['-p', nginx.#folder, '-c', join(nginx.#folder, 'nginx.conf')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    nginx.url = `http://127.0.0.1:${port}`;
    const answers = async () => Boolean(await fetch(`${nginx.url}/health`).catch(() => null));
    await waitForProgram('nginx', nginx.#process, answers);
    return nginx;
  }

  async stop(): Promise<void> {
    await ended(this.#process);
    rmSync(this.#folder, { recursive: true });
  }
}
