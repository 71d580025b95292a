import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { database } from '../../database/sql.ts';
import { type Head, openNote, parseHead, parseVerifierKey, verifierKey } from '../../proof/log/index.ts';
import { readConfig } from '../../server/config.ts';
import { openServices } from '../../server/startup/open-services.ts';
import { operate, run } from './command.ts';
import { freePort } from './free-port.ts';
import { Laurel, type Tenant } from './laurel.ts';

/** The product with an address that stays when it is started again, as the log's origin does. */
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

/** The verifier key of the log, as others would pin it. */
export async function logKeyOf(laurel: Laurel): Promise<string> {
  const config = readConfig(laurel.operatorEnvironment());
  const { services, close } = await openServices(config, laurel.databaseUrl, laurel.url);
  await close();
  return verifierKey(services.logSigner.signer);
}

export const headOf = (note: string, key: string): Head & { origin: string } =>
  parseHead(openNote(note, [parseVerifierKey(key)]));

/** The text at an address of the log; an error unless it answers 200. */
export async function readLog(laurel: Laurel, path: string): Promise<string> {
  const response = await fetch(`${laurel.url}/log/${path}`);
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return response.text();
}

/** The size that the newest published head has; -1 before the first. */
export async function logSize(laurel: Laurel): Promise<number> {
  const response = await fetch(`${laurel.url}/log/checkpoint`);
  return response.status === 200 ? Number((await response.text()).split('\n')[1]) : -1;
}

/** Waits until every sealed statement is in the log; resolves to its size. */
export async function logged(laurel: Laurel): Promise<number> {
  for (;;) {
    const [waiting] = await query(laurel, 'select from seals where log_index is null limit 1');
    const size = await logSize(laurel);
    if (!waiting && size >= 0) return size;
    await sleep(50);
  }
}

/** Adds certificates with sealed statements that nobody could verify, as fast as PostgreSQL makes them. */
export async function addStatements(laurel: Laurel, { organisationId, templateId }: Tenant, count: number) {
  await query(
    laurel,
    `with made as (
      insert into certificates (organisation_id, id, template_organisation_id, template_id, template_version, template_name,
        address, recipient_name, variables, verification_hash, nonce, file_key, mac, created_at, render_status, proof_salt)
      select '${organisationId}', gen_random_uuid(), '${organisationId}', '${templateId}', 1, 'Diploma', 'http://localhost', 'Ada', '{}',
        sha256(gen_random_uuid()::text::bytea), '\\x00', '\\x00', '\\x00', now(), 'COMPLETED',
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

/** The report of `log verify`, with its exit code. */
export async function verifyLog(laurel: Laurel, ...args: string[]) {
  const { code, out, err } = await operate(laurel, 'log', 'verify', ...args);
  if (out === '') throw new Error(err);
  return { code, ...JSON.parse(out) };
}

/** A copy of a database as it is now, which can be put back in its place later. Whatever uses it loses its connections. */
export async function saveState(url: string): Promise<{ restore(): Promise<void>; drop(): Promise<void> }> {
  const name = new URL(url).pathname.slice(1);
  const saved = `${name}_saved`;
  const copy = async (from: string, to: string) => {
    // What is disconnected connects again at once: a template has to be without connections.
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

/** Starts the server with other settings where it must refuse to start: its exit code, and what it says. It is ended where it waits, or is ready. */
export const serverRefusal = (laurel: Laurel, settings: Record<string, string> = {}) =>
  run(
    'server/main.ts',
    [],
    { ...laurel.operatorEnvironment(), PORT: '0', ...settings },
    /: the process waits|is ready at/,
  );
