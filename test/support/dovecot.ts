import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { waitForProgram } from './wait-for.ts';

const USER = 'bounces@lists.example';
const PASSWORD = 'a:b/c@d %';

/** Debian's Dovecot with one mailbox, whose messages are files. */
export class Dovecot {
  readonly #folder = mkdtempSync(join(tmpdir(), 'laurel-dovecot-'));
  #process: ChildProcess | null = null;
  #port = 0;
  #delivered = 0;

  /** Address of the mailbox, with its password. */
  get url(): string {
    return `imap://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${this.#port}/INBOX`;
  }

  static async start(): Promise<Dovecot> {
    const dovecot = new Dovecot();
    dovecot.#port = await freePort();
    await dovecot.restart();
    return dovecot;
  }

  async restart(): Promise<void> {
    const { username, uid, gid } = userInfo();
    const mail = join(this.#folder, 'mail');
    for (const folder of ['cur', 'new', 'tmp']) mkdirSync(join(mail, folder), { recursive: true });
    // Dovecot opens no mailbox as root.
    const owner = uid === 0 ? { name: 'nobody', uid: 65534, gid: 65534 } : { name: username, uid, gid };
    for (const folder of [mail, ...['cur', 'new', 'tmp'].map((name) => join(mail, name))])
      chownSync(folder, owner.uid, owner.gid);
    chmodSync(this.#folder, 0o755);
    const passwords = join(this.#folder, 'passwords');
    writeFileSync(passwords, `${USER}:{PLAIN.HEX}${Buffer.from(PASSWORD).toString('hex')}::::::\n`, { mode: 0o644 });
    const config = join(this.#folder, 'dovecot.conf');
    const name = uid === 0 ? 'dovenull' : username;
    const settings = [
      `base_dir = ${join(this.#folder, 'run')}`,
      `log_path = ${join(this.#folder, 'log')}`,
      'protocols = imap',
      'listen = 127.0.0.1',
      'ssl = no',
      'disable_plaintext_auth = no',
      `default_login_user = ${name}`,
      `default_internal_user = ${uid === 0 ? 'dovecot' : username}`,
      'first_valid_uid = 1',
      'first_valid_gid = 1',
      'last_valid_gid = 0',
      `mail_location = maildir:${mail}`,
      block(
        'service imap-login',
        block('inet_listener imap', `port = ${this.#port}`),
        block('inet_listener imaps', 'port = 0'),
        'chroot =',
      ),
      block('service anvil', 'chroot ='),
      block('passdb', 'driver = passwd-file', `args = ${passwords}`),
      block('userdb', 'driver = static', `args = uid=${owner.uid} gid=${owner.gid} home=${mail}`),
    ];
    writeFileSync(config, `${settings.join('\n')}\n`);
    this.#process = spawn('dovecot', ['-F', '-c', config], { stdio: ['ignore', 'ignore', 'inherit'] });
    await waitForProgram('dovecot', this.#process, () => greets(this.#port));
  }

  /** Adds a message, as a mail server does. */
  deliver(message: string): void {
    const file = join(this.#folder, 'mail', 'new', `${Date.now()}.${this.#delivered++}.localhost`);
    writeFileSync(file, message.replaceAll('\r\n', '\n'));
    if (userInfo().uid === 0) chownSync(file, 65534, 65534);
  }

  /** Returns how many messages are marked as read. */
  read(): number {
    return readdirSync(join(this.#folder, 'mail', 'cur')).filter((name) => /:2,.*S/.test(name)).length;
  }

  /** Ends the server; its mailbox stays. */
  async end(): Promise<void> {
    if (this.#process && this.#process.exitCode === null) {
      const ended = once(this.#process, 'exit');
      if (this.#process.kill()) await ended;
    }
  }

  async stop(): Promise<void> {
    await this.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const block = (name: string, ...settings: string[]): string => `${name} {\n${settings.join('\n')}\n}`;

const greets = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('utf8');
    socket.once('data', (text) => resolve(String(text).startsWith('* OK')));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
