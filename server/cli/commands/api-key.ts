import type { Command } from 'commander';
import { ApiKey } from '../../../database/entities/api-key.ts';
import { CreateApiKey, createApiKey } from '../../../domain/api-keys/create.ts';
import { revokeApiKey } from '../../../domain/api-keys/revoke.ts';
import { organisationContext, ownerContext, withInstallation } from '../installation.ts';
import { listOf, Moment, Name, option } from '../options.ts';
import type { Terminal } from '../terminal.ts';

export function addApiKeyCommands(program: Command, terminal: Terminal): void {
  const apiKey = program.command('api-key');
  apiKey
    .command('create')
    .requiredOption('--organisation <id>')
    .requiredOption('--name <name>')
    .requiredOption('--scopes <list>')
    .option('--expires-at <moment>')
    .action(async (given: { organisation: string; name: string; scopes: string; expiresAt?: string }) => {
      const scopes = option(CreateApiKey.shape.scopes, 'scopes', listOf(given.scopes));
      const expiresAt = option(Moment.optional(), 'expires-at', given.expiresAt);
      const input = { name: option(Name, 'name', given.name), scopes, expiresAt };
      terminal.print(
        await withInstallation(
          terminal,
          organisationContext(given.organisation, (context) => createApiKey(context, input)),
        ),
      );
    });
  apiKey
    .command('revoke')
    .requiredOption('--id <id>')
    .action(async (given: { id: string }) => {
      terminal.print(await withInstallation(terminal, ownerContext(ApiKey, given.id, revokeApiKey)));
    });
}
