import type { ApiKey } from '../../database/entities/api-key.ts';
import { Organisation } from '../../database/entities/organisation.ts';
import type { Webhook } from '../../database/entities/webhook.ts';
import { pendingMigrations, withDatabase } from '../../database/migrate.ts';
import { OPERATOR } from '../../domain/audit/record.ts';
import { type ActingContext, inOrganisation, type Services } from '../../domain/context.ts';
import { CommandError, notFound } from '../../domain/errors.ts';
import { Uuid } from '../../domain/shared/schemas.ts';
import { type Auth, makeAuth } from '../adapters/auth.ts';
import type { KeyRing } from '../adapters/keys/key-ring.ts';
import { keepPrivate, makeDataDir } from '../adapters/private-files.ts';
import { addressOf, type Config, ConfigError, readConfig } from '../config.ts';
import { locateDatabase } from '../startup/locate-database.ts';
import { openServices } from '../startup/open-services.ts';
import { option } from './options.ts';
import type { Terminal } from './terminal.ts';

/** Runs one command on the configured installation. Starts the embedded database if it isn't running. */
export async function withInstallation<Result>(
  terminal: Terminal,
  work: (services: Services, beside: { keys: KeyRing; auth: Auth }) => Promise<Result>,
): Promise<Result> {
  return withDatabaseAddress(terminal, async (databaseUrl, config) => {
    if ((await withDatabase(databaseUrl, pendingMigrations)).length > 0) {
      throw new ConfigError('the database is not up to date: run the command migrate first');
    }
    const installation = await openServices(config, databaseUrl, addressOf(config));
    const { services, keys, authSecrets: secrets } = installation;
    const auth = makeAuth({ databaseUrl, secrets, services, signInLimit: config.RATE_LIMIT_SIGN_IN });
    try {
      return await work(services, { keys, auth });
    } finally {
      await auth.close();
      await installation.close();
    }
  });
}

/** Runs one command on the configured database in any state of migration. Starts the embedded database if it isn't running. */
export async function withDatabaseAddress<Result>(
  terminal: Terminal,
  work: (databaseUrl: string, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(terminal.environment);
  await makeDataDir(config);
  await keepPrivate(config);
  const address = await locateDatabase(config, { log: (message) => terminal.report(message) });
  try {
    return await work(address.directUrl, config);
  } finally {
    await address.stop();
  }
}

/** Returns a command's work for one organisation. CommandError if no organisation has the id. */
export const organisationContext =
  <Result>(
    id: string,
    work: (context: ActingContext, beside: { auth: Auth }) => Promise<Result>,
    name: 'organisation' | 'id' = 'organisation',
  ) =>
  async (services: Services, beside: { auth: Auth }): Promise<Result> => {
    const isKnown = Uuid.safeParse(id).success && (await services.em().count(Organisation, { id })) > 0;
    if (!isKnown) throw new CommandError(`--${name}: there is no organisation with this id`);
    return work(actingFor(services, id), beside);
  };

/** Returns a command's work on one row, in the context of the organisation that owns it. The operator knows the row only by its id. */
export function ownerContext<Result>(
  entity: typeof ApiKey | typeof Webhook,
  givenId: string,
  work: (context: ActingContext, id: string) => Promise<Result>,
): (services: Services) => Promise<Result> {
  const id = option(Uuid, 'id', givenId);
  return async (services) => {
    const row = await services.em().findOne(entity as typeof ApiKey, { id });
    if (!row) throw notFound();
    return work(actingFor(services, row.organisationId), id);
  };
}

/** Returns the context of an operator's change in an organisation. */
export const actingFor = (services: Services, organisationId: string): ActingContext => ({
  ...inOrganisation(services, organisationId),
  actor: OPERATOR,
});
