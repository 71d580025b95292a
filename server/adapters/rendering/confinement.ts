import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../../config.ts';

/** Node's path and first arguments, in the form of child_process.fork(). */
export interface Program {
  execPath?: string;
  execArgv: string[];
}

/** Part of util-linux, which Debian and most distributions install. It replaces itself with the program that it starts. */
const SETPRIV = '/usr/bin/setpriv';
const CODE = fileURLToPath(new URL('../../../', import.meta.url));
/** Parts of the code that render processes import. The data directory can be next to them. */
const IMPORTED = [
  'server',
  'domain',
  'database',
  'errors',
  'proof',
  'templates-engine',
  'fonts',
  'node_modules',
  'package.json',
];
/** Real path, because the packages can be a symbolic link. */
const PACKAGES = realpathSync(`${CODE}node_modules`);
/** Number of the capability to end processes of other users (capabilities(7)). */
const CAP_KILL = 5n;

/**
 * Node's permissions: a process can read only the product's code, write no file and start no program. They restrict only JavaScript.
 * Compromised native code is restricted by its user alone. The compile cache is not readable, because a process that can read it can also
 * write it.
 */
const PERMISSIONS = [
  '--permission',
  ...[...IMPORTED.map((part) => `${CODE}${part}`), PACKAGES].map((path) => `--allow-fs-read=${path}`),
  '--allow-addons',
  '--allow-worker',
  '--disable-warning=SecurityWarning',
];

/**
 * Returns how to start render processes: with Node's permissions, with no_new_privs (prctl(2)) if the platform has it, and as RENDER_USER
 * if set. ConfigError if this process cannot do that.
 */
export function confinedNode(user: string | undefined): Program {
  if (user !== undefined) {
    const setpriv = asUser(user);
    requireUser(user, setpriv);
    return { execPath: SETPRIV, execArgv: [...setpriv, process.execPath, ...PERMISSIONS] };
  }
  const isOn = process.platform === 'linux' && /^NoNewPrivs:\s*1$/m.test(ownStatus());
  if (isOn || !existsSync(SETPRIV)) return { execArgv: PERMISSIONS };
  return { execPath: SETPRIV, execArgv: ['--no-new-privs', '--', process.execPath, ...PERMISSIONS] };
}

const asUser = (user: string): string[] => [
  `--reuid=${user}`,
  `--regid=${user}`,
  '--clear-groups',
  '--inh-caps=-all',
  '--ambient-caps=-all',
  '--no-new-privs',
  '--',
];

function requireUser(user: string, setpriv: string[]): void {
  const refuse = (reason: string): never => {
    throw new ConfigError(`RENDER_USER: got ${JSON.stringify(user)}, ${reason}`);
  };
  if (!existsSync(SETPRIV)) refuse(`needs ${SETPRIV} of util-linux`);
  const probe = [...setpriv, 'sh', '-c', 'id -u && test -r "$1"', 'sh', `${CODE}package.json`];
  const { status, stdout, stderr } = spawnSync(SETPRIV, probe, { encoding: 'utf8' });
  const id = stdout.trim();
  if (id === '')
    refuse(`must be a user and group of this system, and Laurel needs CAP_SETUID and CAP_SETGID (${stderr.trim()})`);
  if (id === '0' || id === String(process.getuid?.()))
    refuse('must be a user other than root and the one that Laurel runs as');
  if (status !== 0) refuse(`must be a user that can read ${CODE}`);
  const capabilities = BigInt(`0x${/^CapEff:\s*(\w+)$/m.exec(ownStatus())?.[1] ?? '0'}`);
  if (!((capabilities >> CAP_KILL) & 1n)) refuse('needs CAP_KILL, to end processes that take too long');
}

const ownStatus = (): string => readFileSync('/proc/self/status', 'utf8');
