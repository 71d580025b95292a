import type pg from 'pg';
import { INITIAL_MIGRATION, MIGRATION_NAMES, MIGRATIONS_TABLE } from './migrations.ts';
import { ENTITIES } from './orm.ts';
import { IDLE_IN_TRANSACTION_MS } from './pool.ts';
import { QUEUE_SCHEMAS } from './queue.ts';

/** Oldest supported version, as PostgreSQL's version number. */
const OLDEST_VERSION = 150_000;
const UNDEFINED_TABLE = '42P01';

/** Reason why the product cannot use a database, with the remedy, in one line. */
export interface Obstacle {
  reason: string;
  /** True if only another configuration or release removes the obstacle, so that waiting does not help. */
  isFinal: boolean;
}

const passing = (reason: string): Obstacle => ({ reason, isFinal: false });
const final = (reason: string): Obstacle => ({ reason, isFinal: true });

/**
 * Returns the first obstacle to using a reachable database; null without one. `variable` names the setting with its address. `behindPooler`
 * allows a connection pooler.
 */
export async function findObstacle(
  client: pg.Client,
  { variable, behindPooler = false }: { variable: string; behindPooler?: boolean },
): Promise<Obstacle | null> {
  return (
    (await obstacleOfServer(client)) ??
    (await obstacleOfMode(client, variable)) ??
    (behindPooler ? await obstacleOfPooler(client) : await obstacleOfSession(client, variable)) ??
    (await obstacleOfRights(client, variable)) ??
    (await obstacleOfOrigin(client)) ??
    (await obstacleOfRelease(client)) ??
    (await obstacleOfMigrations(client))
  );
}

/**
 * Returns a log line about a database with migrations of a later release; otherwise null. During an upgrade both releases run side by side.
 */
export async function laterRelease(client: pg.Client): Promise<string | null> {
  const later = (await appliedMigrations(client)).filter((name) => !MIGRATION_NAMES.includes(name));
  return later.length === 0
    ? null
    : `the database is of a later release (${later.join(', ')}): update this process soon`;
}

/** Returns an obstacle to using a database, migrated or not; null without one. */
export async function obstacleOfServer(client: pg.Client): Promise<Obstacle | null> {
  const { version, number, name, encoding } = await one<
    Record<'version' | 'name' | 'encoding', string> & { number: number }
  >(
    client,
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       quote_ident(current_database()) as name, current_setting('server_encoding') as encoding`,
  );
  if (number < OLDEST_VERSION) {
    return passing(`PostgreSQL ${version} is too old: upgrade the server to ${OLDEST_VERSION / 10_000} or later`);
  }
  const create = `recreate it: create database ${name} encoding 'UTF8' locale_provider libc locale 'C.UTF-8' template template0`;
  if (encoding !== 'UTF8') return passing(`the encoding of the database is ${encoding}, not UTF8: ${create}`);
  // Searches and people's addresses ignore case according to the database's locale. In Turkish, I is not the capital of i.
  const { locale, folds } = await one<{ locale: string; folds: boolean }>(
    client,
    // The column of an ICU locale differs between PostgreSQL versions.
    `select coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale', datctype) as locale, lower('IÜ') = 'iü' as folds
     from pg_database d where datname = current_database()`,
  );
  return folds ? null : passing(`the locale of the database, ${locale}, does not lower I to i and Ü to ü: ${create}`);
}

/** Rejects a database of a development version: its migrations do not start with the first release's. */
export async function obstacleOfOrigin(client: pg.Client): Promise<Obstacle | null> {
  const applied = await appliedMigrations(client);
  if (applied.length === 0 || applied.includes(INITIAL_MIGRATION)) return null;
  return final(
    'the database was made by a development version, which no release reads: begin with an empty database, or another DATA_DIR',
  );
}

/** Passing: a standby can become the primary in a failover, and a disk can be enlarged. */
async function obstacleOfMode(client: pg.Client, variable: string): Promise<Obstacle | null> {
  const { mode } = await one<{ mode: string }>(client, `select current_setting('transaction_read_only') as mode`);
  if (mode === 'off') return null;
  return passing(
    `${variable}: the database is read-only: a standby, or its disk is nearly full: set the address of the primary, or make room`,
  );
}

/** Rejects a pooler in statement mode, which does not allow transactions. */
async function obstacleOfPooler(client: pg.Client): Promise<Obstacle | null> {
  try {
    await client.query('begin');
    await client.query('rollback');
    return null;
  } catch (error) {
    return passing(
      `DATABASE_URL: the pooler allows no transactions (${messageOf(error)}): set its pool_mode to transaction`,
    );
  }
}

/** Rejects a pooler that ignores start-up parameters, because its connections have no limits. */
async function obstacleOfSession(client: pg.Client, variable: string): Promise<Obstacle | null> {
  const { limit } = await one<{ limit: number }>(
    client,
    `select setting::int as limit from pg_settings where name = 'idle_in_transaction_session_timeout'`,
  );
  return limit === IDLE_IN_TRANSACTION_MS ? null : final(poolerAdvice(variable));
}

/** Returns the advice for a pooler where a direct connection to PostgreSQL is required. */
export const poolerAdvice = (variable: string): string =>
  variable === 'DATABASE_DIRECT_URL'
    ? 'DATABASE_DIRECT_URL: this is the address of a connection pooler: set it to that of PostgreSQL itself'
    : 'DATABASE_URL: this is the address of a connection pooler: set DATABASE_DIRECT_URL to that of PostgreSQL itself, too';

async function obstacleOfRights(client: pg.Client, variable: string): Promise<Obstacle | null> {
  const ours = ENTITIES.map(({ meta }) => meta.tableName);
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p')
       and (n.nspname = current_schema() and c.relname = any($1) or n.nspname = 'auth' or n.nspname = any($2))
       and not (has_schema_privilege(n.oid, 'usage')
         and has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert'))
     order by name`,
    [[...ours, MIGRATIONS_TABLE], Object.values(QUEUE_SCHEMAS)],
  );
  const [first] = rows;
  if (!first) return null;
  const others = rows.length > 1 ? ` and ${rows.length - 1} more tables` : '';
  return passing(
    `the role of ${variable} may not read or write ${first.name}${others}: use the role that ran migrate, or grant it that role's rights`,
  );
}

/**
 * Rejects a database of a later release that requires a newer process. That release names the required migration in the comment on the
 * table of migrations.
 */
async function obstacleOfRelease(client: pg.Client): Promise<Obstacle | null> {
  const { needed } = await one<{ needed: string | null }>(
    client,
    `select (regexp_match(obj_description(to_regclass('${MIGRATIONS_TABLE}')), '^needs ([\\w-]+)'))[1] as needed`,
  );
  if (needed === null || MIGRATION_NAMES.includes(needed)) return null;
  return final(`the database is of a later release, which this one can't work with (${needed}): update this process`);
}

async function obstacleOfMigrations(client: pg.Client): Promise<Obstacle | null> {
  const applied = await appliedMigrations(client);
  const pending = MIGRATION_NAMES.filter((name) => !applied.includes(name));
  if (pending.length > 0) {
    return passing(`migrations are not done (${pending.join(', ')}): run the command migrate`);
  }
  const { rows } = await client.query<{ schema: string }>(
    `select schema from unnest($1::text[]) as schema where to_regclass(format('%I._private_jobs', schema)) is null`,
    [Object.values(QUEUE_SCHEMAS)],
  );
  if (rows.length === 0) return null;
  return passing(
    `migrations are not done (job queues ${rows.map(({ schema }) => schema).join(', ')}): run the command migrate`,
  );
}

async function appliedMigrations(client: pg.Client): Promise<string[]> {
  try {
    const { rows } = await client.query<{ name: string }>(`select name from ${MIGRATIONS_TABLE}`);
    return rows.map(({ name }) => name);
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return [];
    throw error;
  }
}

async function one<Row extends object>(client: pg.Client, statement: string): Promise<Row> {
  const { rows } = await client.query<Row>(statement);
  const [row] = rows;
  if (!row) throw new Error(`no row: ${statement}`);
  return row;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
