import { sql } from 'kysely';
import pg from 'pg';
import { database } from '../../database/sql.ts';
import { type Head, openNote, parseHead, parseVerifierKey, verifierKey } from '../../proof/log/index.ts';
import { readConfig } from '../../server/config.ts';
import { openServices } from '../../server/startup/open-services.ts';
import { operate, run } from './command.ts';
import { freePort } from './free-port.ts';
import { Laurel, type Tenant } from './laurel.ts';
import { waitFor } from './wait-for.ts';

/** Starts the product with an address that stays the same after a restart, because the log's origin does. */
export async function startWithLog(
  settings: Record<string, string> = {},
  options: { isApart?: boolean } = {},
): Promise<Laurel> {
  const PORT = String(await freePort());
  return Laurel.start({ PORT, BASE_URL: `http://localhost:${PORT}`, ...settings }, options);
}

export const originOf = ({ url }: Laurel): string => `${new URL(url).host}/log`;

export const query = async <Result>(laurel: Laurel, text: string): Promise<Result[]> =>
  (await sql.raw<Result>(text).execute(database(laurel.installation.services.em()))).rows;

/** Returns the verifier key of the log, as a third party would pin it. */
export async function logKeyOf(laurel: Laurel): Promise<string> {
  const config = readConfig(laurel.operatorEnvironment());
  const { services, close } = await openServices(config, laurel.databaseUrl, laurel.url);
  await close();
  return verifierKey(services.logSigner.signer);
}

export const headOf = (note: string, key: string): Head & { origin: string } =>
  parseHead(openNote(note, [parseVerifierKey(key)]));

/** Returns the text at an address of the log. Fails unless the status is 200. */
export async function readLog(laurel: Laurel, path: string): Promise<string> {
  const response = await fetch(`${laurel.url}/log/${path}`);
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return response.text();
}

/** Returns the size in the newest published head; -1 before the first. */
export async function logSize(laurel: Laurel): Promise<number> {
  const response = await fetch(`${laurel.url}/log/checkpoint`);
  return response.status === 200 ? Number((await response.text()).split('\n')[1]) : -1;
}

/** Waits until every sealed statement is in the log, except for those of sandboxes. Resolves to the log's size. */
export async function logged(laurel: Laurel): Promise<number> {
  const read = async () => {
    const waiting = await query<{ count: number }>(
      laurel,
      'select count(*)::int from seals where log_index is null and not is_sandbox(organisation_id)',
    );
    return { waiting: waiting[0]?.count, size: await logSize(laurel) };
  };
  return (await waitFor('every statement in the log', read, ({ waiting, size }) => waiting === 0 && size >= 0)).size;
}

/** Adds certificates with sealed but unverifiable statements, with one SQL statement for speed. */
export async function addStatements(laurel: Laurel, { organisationId, templateId }: Tenant, count: number) {
  await query(
    laurel,
    `with made as (
      insert into certificates (organisation_id, id, template_organisation_id, template_id, template_version, template_name,
        address, recipient_name, variables, verification_hash, nonce, file_key, mac, created_at, awarded_on, time_zone, render_status, proof_salt)
      select '${organisationId}', gen_random_uuid(), '${organisationId}', '${templateId}', 1, 'Diploma', 'http://localhost', 'Ada', '{}',
        sha256(gen_random_uuid()::text::bytea), '\\x00', '\\x00', '\\x00', now(), current_date, 'UTC', 'COMPLETED',
        sha256(gen_random_uuid()::text::bytea)
      from generate_series(1, ${count}) returning organisation_id, id, verification_hash
    ), digest as (select repeat('0', 64) as hex)
    insert into seals (organisation_id, certificate_id, number, statement, signature, key_id, created_at)
    select organisation_id, id, 0, '{"credentialSha256":"' || hex || '","imageSha256":"' || hex || '","issuer":"did:web:localhost","kind":"issue","pdfSha256":"' || hex
      || '","sealedAt":"2026-11-21T00:00:00.000Z","status":{"index":0,"list":0},"verificationHash":"'
      || encode(verification_hash, 'hex') || '","version":1}',
      '\\x00', 'key', now()
    from made, digest`,
  );
}

/** Returns the report of `log verify`, with its exit code. */
export async function verifyLog(laurel: Laurel, ...args: string[]) {
  const { code, out, err } = await operate(laurel, 'log', 'verify', ...args);
  if (out === '') throw new Error(err);
  return { code, ...JSON.parse(out) };
}

/** Copies a database in its current state, to be restored later. Its connections are cut. */
export async function saveState(url: string): Promise<{ restore(): Promise<void>; drop(): Promise<void> }> {
  const name = new URL(url).pathname.slice(1);
  const saved = `${name}_saved`;
  const copy = async (from: string, to: string) => {
    // Clients reconnect immediately, but a template must have no connections.
    await asAdmin(url, `alter database ${from} allow_connections false`);
    await asAdmin(url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${from}'`);
    await asAdmin(url, `create database ${to} template ${from}`);
    await asAdmin(url, `alter database ${from} allow_connections true`);
  };
  await copy(name, saved);
  return {
    restore: async () => {
      await asAdmin(url, `drop database ${name} with (force)`);
      await copy(saved, name);
    },
    drop: () => asAdmin(url, `drop database if exists ${saved} with (force)`),
  };
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Starts the server with settings that it must refuse. Returns its exit code and message. Ends it if it waits or is ready. */
export const serverRefusal = (laurel: Laurel, settings: Record<string, string> = {}) =>
  run(
    'server/main.ts',
    [],
    { ...laurel.operatorEnvironment(), PORT: '0', ...settings },
    /: the process waits|is ready at/,
  );
