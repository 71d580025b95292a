import { access, rename, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { CommandError } from '../../../domain/errors.ts';
import { makeSecret, makeSigningKey } from '../../adapters/keys/make-keys.ts';
import { option } from '../options.ts';
import type { Terminal } from '../terminal.ts';

const DatabaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be postgres://user@host:port/database' });

export function addSecretsCommands(program: Command, terminal: Terminal): void {
  program
    .command('secrets')
    .description("Manage the installation's secrets")
    .command('create')
    .description("Create an installation's secrets in a directory")
    .requiredOption('--directory <directory>', 'an existing directory')
    .requiredOption('--database-url <url>', 'address of the database, whose password is generated')
    .action(async (given: { directory: string; databaseUrl: string }) => {
      const databaseUrl = new URL(option(DatabaseUrl, 'database-url', given.databaseUrl));
      const directory = resolve(given.directory);
      if (!(await isDirectory(directory))) throw new CommandError('--directory: must be an existing directory');
      terminal.print({ created: await createSecrets(directory, databaseUrl) });
    });
}

/**
 * Creates an installation's secrets in a directory that its processes share: the password of PostgreSQL, the signing key and `secrets.env`.
 * Node reads `secrets.env` with --env-file. Does nothing if that file exists.
 */
async function createSecrets(directory: string, databaseUrl: URL): Promise<string[]> {
  const pathOf = (name: string) => join(directory, name);
  if (await exists(pathOf('secrets.env'))) return [];
  const files = { password: 'postgres-password', signingKey: 'signing-key.pem', environment: 'secrets.env' };
  const write = (name: string, text: string) => writeFile(pathOf(name), text, { mode: 0o600 });
  databaseUrl.password = makeSecret();
  await write(files.password, databaseUrl.password);
  await write(files.signingKey, makeSigningKey());
  const environment = {
    DATABASE_URL: databaseUrl.href,
    SIGNING_KEY_FILE: pathOf(files.signingKey),
    API_KEY_PEPPER: makeSecret(),
    AUTH_SECRET: makeSecret(),
  };
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  await write('secrets.env.new', lines.join(''));
  // Renamed last, so that an interrupted run starts again.
  await rename(pathOf('secrets.env.new'), pathOf(files.environment));
  return Object.values(files);
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
