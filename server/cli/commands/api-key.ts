import type { Command } from 'commander';
import type { z } from 'zod';
import { ApiKey } from '../../../database/entities/api-key.ts';
import { Scope } from '../../../domain/access/allow-scopes.ts';
import { CreateApiKey, createApiKey } from '../../../domain/api-keys/create.ts';
import { findKeysByPrefix } from '../../../domain/api-keys/find-by-prefix.ts';
import { PREFIX_LENGTH } from '../../../domain/api-keys/make-key.ts';
import { getApiKey, listApiKeys } from '../../../domain/api-keys/read.ts';
import { revokeApiKey } from '../../../domain/api-keys/revoke.ts';
import { type ActingContext, inOrganisation, type Services } from '../../../domain/context.ts';
import { CommandError, notFound } from '../../../domain/errors.ts';
import { openSandbox } from '../../../domain/sandbox/open.ts';
import { sandboxOf } from '../../../domain/shared/ids.ts';
import { create, differencesOf, type Existing, IF_MISSING, isSameSet } from '../if-missing.ts';
import { actingFor, organisationContext, ownerContext, withInstallation } from '../installation.ts';
import { listOf, Moment, Name, option, TIME_FORMS } from '../options.ts';
import { type GivenPage, givenPage, NEWEST_FIRST, pageOfAll, withPages } from '../pages.ts';
import type { Terminal } from '../terminal.ts';

interface GivenKey {
  organisation: string;
  name: string;
  scopes: string;
  expiresAt?: string;
  test?: true;
  ifMissing?: true;
}
type NewKey = z.infer<typeof CreateApiKey>;

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
    .option(...IF_MISSING)
    .action(async (given: GivenKey) => {
      const scopes = option(CreateApiKey.shape.scopes, 'scopes', listOf(given.scopes));
      const expiresAt = option(Moment.optional(), 'expires-at', given.expiresAt);
      const input = { name: option(Name, 'name', given.name), scopes, expiresAt };
      const work = async (context: ActingContext) =>
        create(given.test ? await openSandbox(context) : context, terminal, {
          noun: 'API key',
          ifMissing: given.ifMissing,
          find: (inside) => findUsable(inside, input),
          create: (inside) => createApiKey(inside, input),
        });
      terminal.print(await withInstallation(terminal, organisationContext(given.organisation, work)));
    });
  withPages(apiKey.command('list'))
    .description('List the API keys, newest first, also those that are revoked')
    .requiredOption('--organisation <id>', 'id of the organisation')
    .option('--test', 'list those of test mode')
    .action(async (given: GivenPage & { organisation: string; test?: true }) => {
      const asked = givenPage(given);
      const list = async (context: ActingContext) => {
        const of = given.test ? inOrganisation(context, sandboxOf(context.organisationId)) : context;
        const { page, nextCursor } = pageOfAll((await listApiKeys(of)).apiKeys, asked, NEWEST_FIRST);
        return { apiKeys: page, nextCursor };
      };
      terminal.print(await withInstallation(terminal, organisationContext(given.organisation, list)));
    });
  apiKey
    .command('show')
    .description('Show an API key, without the key itself')
    .requiredOption('--id <id>', 'id of the API key')
    .action(async (given: { id: string }) => {
      const show = ownerContext(ApiKey, given.id, async (context, id) => ({
        ...(await getApiKey(context, { id })),
        organisationId: context.organisationId,
      }));
      terminal.print(await withInstallation(terminal, show));
    });
  apiKey
    .command('revoke')
    .description('Revoke an API key')
    .option('--id <id>', 'id of the API key')
    .option('--prefix <characters>', `first ${PREFIX_LENGTH} characters of the API key`)
    .action(async ({ id, prefix }: { id?: string; prefix?: string }) => {
      if ((id === undefined) === (prefix === undefined)) throw new CommandError('give either --id or --prefix');
      const revoke = id === undefined ? revokeByPrefix(prefix ?? '') : ownerContext(ApiKey, id, revokeApiKey);
      terminal.print(await withInstallation(terminal, revoke));
    });
}

/** Finds a usable key of the name. One without a difference comes before newer ones. */
async function findUsable(context: ActingContext, { name, scopes, expiresAt }: NewKey): Promise<Existing | null> {
  const { apiKeys } = await listApiKeys(context);
  const now = context.now().toISOString();
  const found = apiKeys
    .filter((key) => key.name === name && key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now))
    .map((key) => ({
      id: key.id,
      differences: differencesOf({
        scopes: !isSameSet(key.scopes, scopes),
        'expires-at': key.expiresAt !== (expiresAt?.toISOString() ?? null),
      }),
    }));
  return found.find(({ differences }) => differences.length === 0) ?? found[0] ?? null;
}

function revokeByPrefix(prefix: string) {
  // The message does not repeat the prefix, which may be a whole key.
  if (!/^svc_(live|test)_[0-9A-Za-z]{4}$/.test(prefix))
    throw new CommandError(
      `--prefix: must be the first ${PREFIX_LENGTH} characters of a key, as api-key list prints them`,
    );
  return async (services: Services) => {
    const [key, another] = await findKeysByPrefix(services, prefix);
    if (!key) throw notFound();
    if (another) throw new CommandError('--prefix: several keys begin with these characters: use --id');
    return revokeApiKey(actingFor(services, key.organisationId), key.id);
  };
}
