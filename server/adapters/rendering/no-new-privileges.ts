import { existsSync, readFileSync } from 'node:fs';

/** Part of util-linux, which Debian and most distributions install. */
const SETPRIV = '/usr/bin/setpriv';

/**
 * Returns how a child process is started with no_new_privs (prctl(2)), so that no program that it runs gains privileges. The program replaces
 * itself by Node. Empty where this process has the flag already, as under systemd and in containers, and where the platform has no such program.
 */
export function withoutNewPrivileges(): { execPath?: string; execArgv: string[] } {
  const isOn = process.platform === 'linux' && /^NoNewPrivs:\s*1$/m.test(readFileSync('/proc/self/status', 'utf8'));
  if (isOn || !existsSync(SETPRIV)) return { execArgv: [] };
  return { execPath: SETPRIV, execArgv: ['--no-new-privs', '--', process.execPath] };
}
