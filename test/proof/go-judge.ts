import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ask } from './judges.ts';

/** Requirements of the log judge: Go, and Debian's golang-golang-x-mod-dev. */
export const GO_JUDGE = ['go', '/usr/share/gocode/src/golang.org/x/mod/sumdb/tlog/tlog.go'] as const;

/** Builds the program that judges a log's folder with Go's sumdb. Returns a function that runs it. */
export function buildGoJudge(program: string): (folder: string, key: string) => { status: number; said: string } {
  process.env.GO111MODULE = 'off';
  process.env.GOPATH = '/usr/share/gocode';
  process.env.GOCACHE ??= join(tmpdir(), 'laurel-go-cache');
  const built = ask('go', ['build', '-o', program, 'test/proof/judge-log/main.go']);
  expect(built).toMatchObject({ status: 0 });
  return (folder, key) => ask(program, [folder, key]);
}
