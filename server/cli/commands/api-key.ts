import type { Command } from 'commander';
import { ApiKey } from '../../../database/entities/api-key.ts';
import { Scope } from '../../../domain/access/allow-scopes.ts';
import { CreateApiKey, createApiKey } from '../../../domain/api-keys/create.ts';
import { revokeApiKey } from '../../../domain/api-keys/revoke.ts';
import { openSandbox } from '../../../domain/sandbox/open.ts';
import { organisationContext, ownerContext, withInstallation } from '../installation.ts';
import { listOf, Moment, Name, option, TIME_FORMS } from '../options.ts';
import type { Terminal } from '../terminal.ts';

export function addApiKeyCommands(program: Command, terminal: Terminal): void {
  const apiKey = program.command('api-key').description('Manage API keys');
  apiKey
    .command('create')
    .description('Create an API key; it is shown once')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .requiredOption('--name <name>', 'purpose of the key')
    .requiredOption('--scopes <list>', `scopes, separated by commas: ${Scope.options.join(', ')}`)
    .option('--expires-at <time>', `time of expiry: ${TIME_FORMS}`)
    .option('--test', 'create a key of test mode, which begins with svc_test_')
    .action(async (given: { organisation: string; name: string; scopes: string; expiresAt?: string; test?: true }) => {
      const scopes = option(CreateApiKey.shape.scopes, 'scopes', listOf(given.scopes));
      const expiresAt = option(Moment.optional(), 'expires-at', given.expiresAt);
      const input = { name: option(Name, 'name', given.name), scopes, expiresAt };
      terminal.print(
        await withInstallation(
          terminal,
          organisationContext(given.organisation, async (context) =>
            createApiKey(given.test ? await openSandbox(context) : context, input),
          ),
        ),
      );
    });
  apiKey
    .command('revoke')
    .description('Revoke an API key')
    .requiredOption('--id <id>', 'id of the API key')
    .action(async (given: { id: string }) => {
      terminal.print(await withInstallation(terminal, ownerContext(ApiKey, given.id, revokeApiKey)));
    });
}
