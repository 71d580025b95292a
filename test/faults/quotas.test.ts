import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { authenticate } from '../support/authentic.ts';
import { figure } from '../support/faults.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { cookieOf, createMember, nativeClient, sessionOf, signInAs } from '../support/people.ts';

const WEBHOOK = { name: 'w', url: 'https://127.0.0.1:9/', events: ['certificate.ready' as const] };
const DESIGN = { name: 'Draft', formationName: null };

let laurel: Laurel;
let tenant: Tenant;
let owner: ReturnType<typeof nativeClient>;

beforeAll(async () => {
  laurel = await Laurel.start();
  tenant = await laurel.tenant();
  owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@quotas.example', 'owner'));
});

/** Runs SQL about the tenant. `$` is a placeholder for its id. */
const run = (statement: string) =>
  sql
    .raw(statement.replaceAll('$', `'${tenant.organisationId}'::uuid`))
    .execute(database(laurel.installation.services.em()));

const DIGEST = `decode(lpad(to_hex(n), 64, '0'), 'hex')`;

/** For each list: SQL or calls that fill it except for one entry, and a call that adds an entry. */
const LISTS: { quota: string; fill: string | (() => Promise<void>); add: () => Promise<unknown> }[] = [
  {
    quota: '20 webhooks',
    fill: async () => {
      for (let count = 0; count < 19; count++) await owner.webhooks.create.mutate(WEBHOOK);
    },
    add: () => owner.webhooks.create.mutate(WEBHOOK),
  },
  {
    quota: '100 API keys in use',
    fill: `insert into api_keys (organisation_id, id, name, key_hash, prefix, scopes, created_at, mac)
      select $, gen_random_uuid(), 'k', ${DIGEST}, 'svc', '{}', now(), '' from generate_series(1, 98) n`,
    add: () => owner.apiKeys.create.mutate({ name: 'k', scopes: ['credits:read'] }),
  },
  {
    quota: '100 open invitations',
    fill: `insert into invitations (organisation_id, id, email, role, token_hash, invited_by, created_at, expires_at, mac)
      select $, gen_random_uuid(), n || '@quotas.example', 'viewer', ${DIGEST}, user_id, now(), now() + interval '1 day', ''
      from generate_series(1, 99) n, (select user_id from members where organisation_id = $ limit 1) m`,
    add: () => owner.members.invite.mutate({ email: `${crypto.randomUUID()}@quotas.example`, role: 'viewer' }),
  },
  {
    quota: '1,000 drafts',
    fill: `insert into template_drafts (organisation_id, template_id, design, name, revision, digest, mac, created_at, updated_at)
      select $, gen_random_uuid(), '{}', 'd', 1, '', '', now(), now() from generate_series(1, 999)`,
    add: () => owner.designs.create.mutate({ design: DESIGN }),
  },
  {
    quota: '100 downloads',
    fill: `insert into bulk_actions (organisation_id, id, kind, certificate_ids, total_count, actor_id, actor_name, created_at, mac)
      select $, gen_random_uuid(), 'DOWNLOAD', '{}', 1, 'a', 'a', now(), '' from generate_series(1, 99)`,
    add: async () => {
      const { certificates } = await owner.certificates.list.query({ limit: 1 });
      return owner.certificates.choose.mutate({ selection: { ids: [certificates[0]?.id ?? ''] } });
    },
  },
];

describe('a full list refuses one more entry, even from concurrent calls', () => {
  test.each(LISTS)('$quota', async ({ quota, fill, add }) => {
    await laurel.issue(tenant);
    await (typeof fill === 'string' ? run(fill) : fill());
    for (const table of ['api_keys', 'invitations', 'bulk_actions'] as const)
      await authenticate(laurel.installation.services, table, sql`mac = ''`);
    const results = await Promise.allSettled([add(), add(), add()]);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    figure({ fault: 'F41', what: `additions beyond ${quota}`, measured: 2 - refused.length, wanted: 0 });
    for (const error of refused)
      expect(error).toMatchObject({
        message: expect.stringContaining(`The limit of ${quota} is reached`),
        data: { code: 'CONFLICT', httpStatus: 409, reason: 'limit_reached' },
      });
  });
});

test('certificates complete while every list is full', async () => {
  expect(await laurel.issue(tenant)).toMatchObject({ renderStatus: 'COMPLETED' });
});

test('saves a draft while the list of drafts is full', async () => {
  const { designs } = await owner.designs.list.query();
  const { id = '', revision = 0 } = designs.find(({ publishedVersion }) => publishedVersion === null) ?? {};
  const saved = await owner.designs.saveDraft.mutate({ id, revision, design: { name: 'Changed' } });
  expect(saved).toMatchObject({ hasDraft: true });
});

test('rotates a key at the limit of active keys', async () => {
  const { apiKeys } = await owner.apiKeys.list.query();
  const inUse = apiKeys.find(({ revokedAt, name }) => revokedAt === null && name === 'k');
  await expect(owner.apiKeys.rotate.mutate({ id: inUse?.id ?? '' })).resolves.toHaveProperty('key');
});

test('invites an address again while the list of invitations is full', async () => {
  await expect(owner.members.invite.mutate({ email: '7@quotas.example', role: 'viewer' })).resolves.toHaveProperty(
    'id',
  );
});

test('REST shows the reason next to the error', async () => {
  const other = await laurel.tenant({ scopes: ['templates:write'] });
  await sql
    .raw(`insert into templates (organisation_id, id, name, type, current_version, revision, mac, created_at, updated_at, changed_at)
      select organisation_id, gen_random_uuid(), name, type, 1, 1, mac, now(), now(), now()
      from templates, generate_series(1, 4999) where organisation_id = '${other.organisationId}'`)
    .execute(database(laurel.installation.services.em()));
  const { design } = await nativeClient(
    laurel,
    await sessionOf(laurel, other, 'other@quotas.example', 'owner'),
  ).designs.get.query({ id: other.templateId });
  const { status, body } = await laurel.call('/templates', { key: other.key, body: design });
  expect([status, body]).toEqual([
    409,
    {
      error: { code: 'CONFLICT', status: 409, message: expect.stringContaining('The limit of 5,000 templates') },
      reason: 'limit_reached',
    },
  ]);
});

test('a sign-in beyond 100 sessions ends the oldest one', async () => {
  await createMember(laurel, tenant, 'often@quotas.example', 'viewer');
  const first = cookieOf(await signInAs(laurel, 'often@quotas.example'));
  await run(`insert into auth.session (id, "expiresAt", token, "updatedAt", "userId", "createdAt")
    select gen_random_uuid(), now() + interval '1 day', gen_random_uuid(), now(), u.id, now() + interval '1 second'
    from generate_series(1, 99), auth."user" u where email = 'often@quotas.example'`);
  const isSignedIn = async (cookie: string) =>
    (await (await fetch(`${laurel.url}/auth/get-session`, { headers: { Cookie: cookie } })).json()) !== null;
  expect(await isSignedIn(first)).toBe(true);
  const last = cookieOf(await signInAs(laurel, 'often@quotas.example'));
  expect([await isSignedIn(first), await isSignedIn(last)]).toEqual([false, true]);
});
