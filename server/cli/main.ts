import { readFile } from 'node:fs/promises';
import { Command, CommanderError } from 'commander';
import { ApiKey } from '../../database/entities/api-key.ts';
import { Webhook } from '../../database/entities/webhook.ts';
import { migrate } from '../../database/migrate.ts';
import { Password } from '../../domain/access/people.ts';
import { Role } from '../../domain/access/roles.ts';
import { CreateApiKey, createApiKey } from '../../domain/api-keys/create.ts';
import { revokeApiKey } from '../../domain/api-keys/revoke.ts';
import { OPERATOR } from '../../domain/audit/record.ts';
import type { ActingContext } from '../../domain/context.ts';
import { addCredits } from '../../domain/credits/add.ts';
import { notFound, validationError } from '../../domain/errors.ts';
import { addMember } from '../../domain/members/add.ts';
import { createOrganisation } from '../../domain/organisations/create.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { EmailAddress, Uuid } from '../../domain/shared/schemas.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { createWebhook } from '../../domain/webhooks/create.ts';
import { pingWebhook } from '../../domain/webhooks/ping.ts';
import { getWebhook, listDeliveries } from '../../domain/webhooks/read.ts';
import { rotateSecret } from '../../domain/webhooks/rotate-secret.ts';
import { CreateWebhook } from '../../domain/webhooks/schemas.ts';
import { organisationContext, withInstallation } from './installation.ts';
import { Amount, Credits, listOf, Moment, Name, Note, option } from './options.ts';
import { reasonOf } from './reason.ts';

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
    const note = option(Note.optional(), 'note', given.note);
    const work = organisationContext(given.organisation, (context) => addCredits(context, { amount, note }));
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
    const expiresAt = option(Moment.optional(), 'expires-at', given.expiresAt);
    const input = { name: option(Name, 'name', given.name), scopes, expiresAt };
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
      name: option(Name, 'name', given.name),
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
  .option('--password <password>')
  .option('--existing')
  .option('--role <role>', '', 'owner')
  .action(async (given: { organisation: string; email: string; password?: string; existing?: true; role: string }) => {
    const email = option(EmailAddress, 'email', given.email).toLowerCase();
    const password = option(Password.optional(), 'password', given.password);
    const role = option(Role, 'role', given.role);
    if ((password === undefined) !== (given.existing === true))
      throw validationError(
        '--password for a new account, or --existing for one that is there: one of the two is needed',
      );
    const work = organisationContext(given.organisation, (context, { auth: { people } }) =>
      context.em().transactional(async (em) => {
        const person =
          password === undefined
            ? await people.findByEmail(email)
            : await people.create(em, { email, password, name: email });
        if (!person) throw validationError(`--email: ${password === undefined ? NOBODY : SOMEBODY}`);
        await addMember(em, context, person, role);
        return { id: person.id };
      }),
    );
    print(await withInstallation(work));
  });

const NOBODY = 'nobody has an account with this address: give a --password to make one';
const SOMEBODY =
  'somebody has an account with this address: --existing makes them a member with the account that they have';

program.command('reconcile').action(async () => {
  const { breaches, uncertainEmails } = await withInstallation(reconcile);
  print({ breaches, uncertainEmails });
  if (breaches.length > 0) {
    process.stderr.write(`laurel: ${breaches.length} rows break an invariant\n`);
    process.exitCode = 1;
  }
});

async function readDesign(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw validationError(`--file: can't be read (${code})`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser quotes what it read, which may be anything: where it stands is enough.
    const [at = ''] = / at position \d+( \(.*\))?/.exec((error as Error).message) ?? [];
    throw validationError(`--file: is not JSON${at}`);
  }
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
