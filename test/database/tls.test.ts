import { chown, copyFile, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../embedded-postgres/start.ts';
import { describeJudgedBy } from '../proof/judges.ts';
import { CA_EXTENSIONS, makeKey } from '../proof/pdf-signature/openssl-keys.ts';
import { command } from '../support/command.ts';
import { Laurel } from '../support/laurel.ts';

describeJudgedBy(['openssl'], 'a PostgreSQL that takes connections by TLS alone, with a private authority', () => {
  let folder: string;
  let authority: string;
  let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
  let admin: pg.Client;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laurel-tls-'));
    const issuer = makeKey(folder, 'authority', { extensions: CA_EXTENSIONS });
    authority = issuer.certificateFile;
    const made = makeKey(folder, 'server', { issuer, extensions: ['subjectAltName=DNS:localhost'] });
    server = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
    const data = join(folder, 'postgres');
    const { uid, gid } = await stat(join(data, 'PG_VERSION'));
    for (const [from, name] of [
      [made.keyFile, 'server.key'],
      [made.certificateFile, 'server.crt'],
    ] as const) {
      await copyFile(from, join(data, name));
      await chown(join(data, name), uid, gid);
    }
    admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    await admin.query('alter system set ssl = on');
    const rules = join(data, 'pg_hba.conf');
    await writeFile(rules, (await readFile(rules, 'utf8')).replace(/^host\b/gm, 'hostssl'));
    await admin.query('select pg_reload_conf()');
  });
  afterAll(async () => {
    // The server ends before the product, whose queues keep reconnecting.
    await admin.end();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const at = (parameters: string) =>
    Object.assign(new URL(server.url), { hostname: 'localhost', search: parameters }).href;
  const migrate = (parameters: string) => command(['migrate'], { ...SECRETS, DATABASE_URL: at(parameters) });

  test('every connection of the product is encrypted', async () => {
    const parameters = `sslmode=verify-full&sslrootcert=${authority}`;
    expect(await migrate(parameters)).toMatchObject({ code: 0 });
    const laurel = await Laurel.start({ DATABASE_URL: at(parameters) });
    const tenant = await laurel.tenant();
    expect(await laurel.issue(tenant)).toMatchObject({ renderStatus: 'COMPLETED' });
    const { rows } = await admin.query(
      `select count(*)::int as connections, bool_and(s.ssl) as encrypted
       from pg_stat_ssl s join pg_stat_activity a using (pid) where a.backend_type = 'client backend' and a.pid <> pg_backend_pid()`,
    );
    expect(rows).toEqual([{ connections: expect.any(Number), encrypted: true }]);
    expect(rows[0].connections).toBeGreaterThan(5);
    // A file that is being replaced is briefly missing, and connections can end at any time.
    await rename(authority, `${authority}.new`);
    const clients = `pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
    await admin.query(`select pg_terminate_backend(pid) from ${clients}`);
    await expect.poll(async () => (await fetch(`${laurel.url}/ready`)).status).toBe(200);
    expect(await laurel.issue(tenant)).toMatchObject({ renderStatus: 'COMPLETED' });
  });

  test.each([
    ['', /no encryption: add sslmode=verify-full to the address$/],
    ['sslmode=require', /: add sslrootcert=FILE to the address/],
    ...['/nowhere.pem', '/'].map((file): [string, RegExp] => [
      `sslmode=verify-full&sslrootcert=${file}`,
      /^laurel: DATABASE_URL: .* names an unreadable file in sslrootcert, sslcert or sslkey$/,
    ]),
  ])('rejects an address with “%s” in one line with the remedy', async (parameters, line) => {
    const { code, err } = await migrate(parameters);
    expect([code, err.trimEnd()]).toEqual([1, expect.stringMatching(line)]);
  });
});

const SECRETS = { SIGNING_KEY_FILE: 'unused.pem', API_KEY_PEPPER: 'p'.repeat(40), AUTH_SECRET: 's'.repeat(40) };
