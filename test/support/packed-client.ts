import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { atEndOfFile } from './end-of-file.ts';

const run = promisify(execFile);

/** The packed client, and a project that has it installed. */
export interface PackedClient {
  tarball: string;
  project: string;
}

/** Packages of the repository that the project uses beside the client. */
const LINKED = ['@lingui', '@mantine', '@modelcontextprotocol', '@tanstack', '@types', 'react', 'react-dom'];

/** Builds and packs the client, and installs it in an empty project. Called once per run, because builds share a folder. */
export async function packClient(): Promise<PackedClient> {
  const project = await mkdtemp(join(tmpdir(), 'laurel-client-'));
  await run('npm', ['pack', '--pack-destination', project], { cwd: 'client' });
  const [tarball = ''] = await readdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', `./${tarball}`], { cwd: project });
  const modules = join(project, 'node_modules');
  for (const name of LINKED) await symlink(resolve('node_modules', name), join(modules, name));
  // A copy, so that it finds the client of tRPC that the package has installed.
  await cp('node_modules/@trpc/tanstack-react-query', join(modules, '@trpc/tanstack-react-query'), { recursive: true });
  return { tarball: join(project, tarball), project };
}

/** Returns an own folder of the project in which the packed client is installed. */
export async function packedClient(): Promise<PackedClient> {
  const response = await fetch(`${inject('shared')}/client`);
  const packed = (await response.json()) as PackedClient | { error: string };
  if ('error' in packed) throw new Error(packed.error);
  const project = await mkdtemp(join(packed.project, 'project-'));
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  atEndOfFile(() => rm(project, { recursive: true }));
  return { ...packed, project };
}

const TSC = resolve('node_modules/.bin/tsc');

/** Writes files to a project and returns the compiler's messages about them; '' if they compile. */
export async function compileFiles(
  project: string,
  files: Readonly<Record<string, string>>,
  options: string,
): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(project, name)), { recursive: true });
    await writeFile(join(project, name), text);
  }
  return run(TSC, ['--ignoreConfig', '--noEmit', ...options.split(' '), ...Object.keys(files)], { cwd: project }).then(
    () => '',
    ({ stdout }) => stdout,
  );
}
