import type { ApiKey } from '../../database/entities/api-key.ts';
import { Organisation } from '../../database/entities/organisation.ts';
import type { Webhook } from '../../database/entities/webhook.ts';
import { pendingMigrations, withDatabase } from '../../database/migrate.ts';
import { OPERATOR } from '../../domain/audit/record.ts';
import type { ActingContext, Services } from '../../domain/context.ts';
import { notFound, validationError } from '../../domain/errors.ts';
import { Uuid } from '../../domain/shared/schemas.ts';
import { type Auth, makeAuth } from '../adapters/auth.ts';
import { keepPrivate } from '../adapters/private-files.ts';
import { ConfigError, readConfig } from '../config.ts';
import { locateDatabase } from '../startup/locate-database.ts';
import { openServices } from '../startup/open-services.ts';
import { option } from './options.ts';

/** Runs one command on the configured installation, starting the embedded database where it isn't running. */
export async function withInstallation<Result>(
  work: (services: Services, beside: { databaseUrl: string; auth: Auth }) => Promise<Result>,
  { migrated = true }: { migrated?: boolean } = {},
): Promise<Result> {
  const config = readConfig();
  await keepPrivate(config);
  const address = await locateDatabase(config, { log: (message) => void process.stderr.write(`${message}\n`) });
  try {
    if (migrated && (await withDatabase(address.url, pendingMigrations)).length > 0) {
      throw new ConfigError('the database is not up to date: run the command migrate first');
    }
    const baseUrl = config.BASE_URL ?? `http://localhost:${config.PORT}`;
    const { services, authSecret, close } = await openServices(config, address.url, baseUrl.replace(/\/+$/, ''));
    const auth = makeAuth({
      databaseUrl: address.url,
      secret: authSecret,
      services,
      signInLimit: config.RATE_LIMIT_SIGN_IN,
    });
    try {
      return await work(services, { databaseUrl: address.url, auth });
    } finally {
      await auth.close();
      await close();
    }
  } finally {
    await address.stop();
  }
}

/** A command's work for one organisation, which must exist. */
export const organisationContext =
  <Result>(id: string, work: (context: ActingContext, beside: { auth: Auth }) => Promise<Result>) =>
  async (services: Services, beside: { auth: Auth }): Promise<Result> => {
    const isKnown = Uuid.safeParse(id).success && (await services.em().count(Organisation, { id })) > 0;
    if (!isKnown) throw validationError('--organisation: there is no organisation with this id');
    return work({ ...services, organisationId: id, actor: OPERATOR }, beside);
  };

/** A command's work on one row that the operator knows by its id only: in the context of the organisation that owns it. */
export function ownerContext<Result>(
  entity: typeof ApiKey | typeof Webhook,
  givenId: string,
  work: (context: ActingContext, id: string) => Promise<Result>,
): (services: Services) => Promise<Result> {
  const id = option(Uuid, 'id', givenId);
  return async (services) => {
    const row = await services.em().findOne(entity as typeof ApiKey, { id });
    if (!row) throw notFound();
    return work({ ...services, organisationId: row.organisationId, actor: OPERATOR }, id);
  };
}
