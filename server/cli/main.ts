import { readFile } from 'node:fs/promises';
import { Command, CommanderError } from 'commander';
import { z } from 'zod';
import { ApiKey } from '../../database/entities/api-key.ts';
import { Webhook } from '../../database/entities/webhook.ts';
import { migrate } from '../../database/migrate.ts';
import { CreateApiKey, createApiKey } from '../../domain/api-keys/create.ts';
import { revokeApiKey } from '../../domain/api-keys/revoke.ts';
import { OPERATOR } from '../../domain/audit/actor.ts';
import type { ActingContext } from '../../domain/context.ts';
import { addCredits } from '../../domain/credits/add.ts';
import { DomainError, notFound, validationError } from '../../domain/errors.ts';
import { addMember } from '../../domain/members/add.ts';
import { Role } from '../../domain/members/roles.ts';
import { createOrganisation } from '../../domain/organisations/create.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { EmailAddress, SafeString, Uuid } from '../../domain/shared/schemas.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { createWebhook } from '../../domain/webhooks/create.ts';
import { pingWebhook } from '../../domain/webhooks/ping.ts';
import { getWebhook, listDeliveries } from '../../domain/webhooks/read.ts';
import { rotateSecret } from '../../domain/webhooks/rotate-secret.ts';
import { CreateWebhook } from '../../domain/webhooks/schemas.ts';
import { ConfigError } from '../config.ts';
import { organisationContext, withInstallation } from './installation.ts';

const Amount = z.coerce.number().int().min(1).max(1_000_000_000);
const Credits = z.coerce.number().int().min(0).max(1_000_000_000);
/** The least is better-auth's too (server/adapters/auth.ts). */
const Password = SafeString.min(10, 'takes 10 characters or more').max(128);
const Name = SafeString.trim().min(1).max(200);

/** Checks an option; the error names it. */
function option<Schema extends z.ZodType>(schema: Schema, name: string, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw validationError(`--${name}: got ${JSON.stringify(value)}, ${parsed.error.issues[0]?.message}`);
}

const listOf = (text: string): string[] => text.split(',').map((item) => item.trim());

const print = (document: unknown): void => void process.stdout.write(`${JSON.stringify(document)}\n`);

const program = new Command('laurel')
  .exitOverride()
  .configureOutput({ writeErr: () => undefined })
  .showHelpAfterError(false);

program.command('migrate').action(async () => {
  print(
    await withInstallation(async (_services, { databaseUrl }) => ({ applied: await migrate(databaseUrl) }), {
      migrated: false,
    }),
  );
});

const organisation = program.command('organisation');
organisation
  .command('create')
  .requiredOption('--name <name>')
  .requiredOption('--credits <number>')
  .action(async (given: { name: string; credits: string }) => {
    const input = { name: option(Name, 'name', given.name), credits: option(Credits, 'credits', given.credits) };
    print(await withInstallation((services) => createOrganisation(services, input)));
  });

program
  .command('credits')
  .command('grant')
  .requiredOption('--organisation <id>')
  .requiredOption('--amount <number>')
  .option('--note <text>')
  .action(async (given: { organisation: string; amount: string; note?: string }) => {
    const amount = option(Amount, 'amount', given.amount);
    const work = organisationContext(given.organisation, (context) =>
      addCredits(context, { amount, note: given.note }),
    );
    print(await withInstallation(work));
  });

const apiKey = program.command('api-key');
apiKey
  .command('create')
  .requiredOption('--organisation <id>')
  .requiredOption('--name <name>')
  .requiredOption('--scopes <list>')
  .option('--expires-at <moment>')
  .action(async (given: { organisation: string; name: string; scopes: string; expiresAt?: string }) => {
    const scopes = option(CreateApiKey.shape.scopes, 'scopes', listOf(given.scopes));
    const expiresAt = option(CreateApiKey.shape.expiresAt, 'expires-at', given.expiresAt);
    const input = { name: option(CreateApiKey.shape.name, 'name', given.name), scopes, expiresAt };
    print(await withInstallation(organisationContext(given.organisation, (context) => createApiKey(context, input))));
  });
apiKey
  .command('revoke')
  .requiredOption('--id <id>')
  .action(async (given: { id: string }) => {
    const id = option(Uuid, 'id', given.id);
    print(
      await withInstallation(async (services) => {
        // The operator knows the key's id only; whose it is, is looked up here.
        const row = await services.em().findOne(ApiKey, { id });
        if (!row) throw notFound();
        return revokeApiKey({ ...services, organisationId: row.organisationId, actor: OPERATOR }, id);
      }),
    );
  });

program
  .command('template')
  .command('import')
  .requiredOption('--organisation <id>')
  .requiredOption('--file <file>')
  .action(async (given: { organisation: string; file: string }) => {
    const document = await readDesign(given.file);
    print(
      await withInstallation(organisationContext(given.organisation, (context) => importTemplate(context, document))),
    );
  });

const webhook = program.command('webhook');
webhook
  .command('create')
  .requiredOption('--organisation <id>')
  .requiredOption('--name <name>')
  .requiredOption('--url <url>')
  .requiredOption('--events <list>')
  .action(async (given: { organisation: string; name: string; url: string; events: string }) => {
    const { shape } = CreateWebhook;
    const input = {
      name: option(shape.name, 'name', given.name),
      url: option(shape.url, 'url', given.url),
      events: option(shape.events, 'events', listOf(given.events)),
    };
    print(await withInstallation(organisationContext(given.organisation, (context) => createWebhook(context, input))));
  });

/** A command on one webhook, which is known by its id only; whose it is, is looked up here. */
const onWebhook = (name: string, work: (context: ActingContext, input: { id: string }) => Promise<object>) =>
  webhook
    .command(name)
    .requiredOption('--id <id>')
    .action(async (given: { id: string }) => {
      const id = option(Uuid, 'id', given.id);
      print(
        await withInstallation(async (services) => {
          const row = await services.em().findOne(Webhook, { id });
          if (!row) throw notFound();
          return work({ ...services, organisationId: row.organisationId, actor: OPERATOR }, { id });
        }),
      );
    });
onWebhook('show', async (context, input) => ({
  ...(await getWebhook(context, input)),
  deliveries: await listDeliveries(context, input),
}));
onWebhook('ping', pingWebhook);
onWebhook('rotate-secret', rotateSecret);

program
  .command('user')
  .command('create')
  .requiredOption('--organisation <id>')
  .requiredOption('--email <address>')
  .requiredOption('--password <password>')
  .option('--role <role>', '', 'owner')
  .action(async (given: { organisation: string; email: string; password: string; role: string }) => {
    const person = {
      email: option(EmailAddress, 'email', given.email).toLowerCase(),
      password: option(Password, 'password', given.password),
    };
    const role = option(Role, 'role', given.role);
    const work = organisationContext(given.organisation, async (context, { auth }) => {
      const user = await auth.ensureUser({ ...person, name: person.email });
      await addMember(context, user, role);
      return { id: user.id };
    });
    print(await withInstallation(work));
  });

program.command('reconcile').action(async () => {
  const { breaches, uncertainEmails } = await withInstallation(reconcile);
  print({ breaches, uncertainEmails });
  if (breaches.length > 0) {
    process.stderr.write(`laurel: ${breaches.length} rows break an invariant\n`);
    process.exitCode = 1;
  }
});

async function readDesign(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw validationError(`--file: can't read ${JSON.stringify(file)}: ${error.message}`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw validationError(`--file: ${JSON.stringify(file)} is not JSON: ${(error as Error).message}`);
  }
}

/** The reason of a failure in one line. */
function reasonOf(error: unknown): string {
  if (error instanceof DomainError) {
    const details = error.extras.details ?? [];
    return [error.message, ...details.map(({ path, message }) => `${path} ${message}`)].join('; ');
  }
  if (error instanceof ConfigError || error instanceof CommanderError) return error.message.replace(/^error: /, '');
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}

try {
  await program.parseAsync();
} catch (error) {
  const isHelp = error instanceof CommanderError && error.exitCode === 0;
  if (!isHelp) process.stderr.write(`laurel: ${reasonOf(error)}\n`);
  process.exitCode = isHelp ? 0 : 1;
}
// Threads and pools are closed by now; what a library still holds must not keep the command.
process.exit();
