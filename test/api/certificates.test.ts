import { sql } from 'kysely';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { photograph, portraitTemplate, uploadPicture } from '../support/portraits.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.start();
  tenant = await laurel.tenant({ design: 'classic-diploma' });
});

test('issues, renders, downloads and verifies a certificate', async () => {
  const { key, templateId } = tenant;
  const issued = await laurel.call('/certificates', {
    key,
    body: { templateId, variables: VARIABLES, recipientEmail: 'l@example.org' },
  });
  expect(issued.status).toBe(201);
  expect(issued.body).toMatchObject({
    recipientName: VARIABLES.name,
    recipientEmail: 'l@example.org',
    status: 'GENERATED',
    renderStatus: 'PENDING',
  });
  expect(issued.body.credits).toEqual({ consumed: 1, remaining: 99 });
  const certificate = await laurel.rendered(key, issued.body.id);
  expect(certificate).toMatchObject({
    renderStatus: 'COMPLETED',
    variables: VARIABLES,
    template: { id: templateId },
    revokedAt: null,
  });
  const download = await laurel.call(`/certificates/${certificate.id}/download`, { key });
  expect(download.status).toBe(302);
  expect(download.headers.get('Location')).toBe(certificate.pdfUrl);
  const pdf = await PDFDocument.load(await (await fetch(certificate.pdfUrl)).arrayBuffer());
  expect(pdf.getPage(0).getSize()).toEqual({ width: 842, height: 595 });
  expect(pdf.getTitle()).toContain(VARIABLES.name);
  const image = await sharp(await (await fetch(certificate.imageUrl)).arrayBuffer()).metadata();
  expect([image.width, image.height]).toEqual([1684, 1190]);
  const { status, body, headers } = await laurel.call(`/verify/${certificate.verificationHash}`);
  expect([status, body.valid, body.integrityVerified]).toEqual([200, true, true]);
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(JSON.stringify(body)).not.toContain('l@example.org');
});

const withName = (name: string) => ({ templateId: '', variables: { ...VARIABLES, name } });
test.each([
  ['truncated JSON', '{"templateId": "', ['']],
  ['a list', '[]', ['']],
  ['3 MB', JSON.stringify(withName('x'.repeat(3_000_000))), ['']],
  ['a mistyped flag', { ...withName('A'), sendEmail: 'false' }, ['sendEmail']],
  ['an e-mail without an address', { ...withName('A'), sendEmail: true }, ['recipientEmail']],
  ['a malformed id', { templateId: 'x', variables: VARIABLES }, ['templateId']],
  ['2,001 characters', withName('x'.repeat(2001)), ['variables.name']],
  ['NUL', withName('A\0'), ['variables.name']],
  ['a lone surrogate', withName('A\ud800'), ['variables.name']],
  ['a character that no font has', withName('A\u{13000}'), ['variables.name']],
  ['a name that fits in no size', withName('W'.repeat(1900)), ['variables.name']],
  ['a missing variable', { templateId: '', variables: { ...VARIABLES, name: undefined } }, ['variables.name']],
  [
    '__proto__ as a variable',
    `{"templateId":"","variables":{"name":"A","course":"c","distinction":"d","date":"e","director":"f","__proto__":"x"}}`,
    ['variables.__proto__'],
  ],
] as const)('rejects %s, names the field and spends no credit', async (_what, given, paths) => {
  const { key, templateId } = tenant;
  const before = await laurel.call('/credits', { key });
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const { status, body } = await laurel.call('/certificates', {
    key,
    body: text.replace('"templateId":""', `"templateId":"${templateId}"`),
  });
  expect([status, body.error.code, body.error.status]).toEqual([400, 'VALIDATION_ERROR', 400]);
  expect(body.details.map(({ path }: { path: string }) => path)).toEqual(paths);
  expect((await laurel.call('/credits', { key })).body).toEqual(before.body);
});

test('requires the content type JSON, with or without a character set', async () => {
  const { key, templateId } = tenant;
  const body = { templateId, variables: VARIABLES, dryRun: true };
  const post = (type: string) => laurel.call('/certificates', { key, body, headers: { 'Content-Type': type } });
  expect((await post('text/plain')).status).toBe(400);
  expect((await post('application/json; charset=utf-8')).status).toBe(201);
});

test("responds alike to another organisation's template and an unknown one", async () => {
  const stranger = await laurel.tenant();
  const ask = async (templateId: string) =>
    (await laurel.call('/certificates', { key: tenant.key, body: { templateId, variables: VARIABLES } })).body;
  const foreign = await ask(stranger.templateId);
  expect(foreign.error).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  expect(foreign).toEqual(await ask('01900000-0000-7000-8000-000000000000'));
});

test('spends the last credit once', async () => {
  const { key, templateId } = await laurel.tenant({ credits: 1 });
  const calls = Array.from({ length: 200 }, () =>
    laurel.call('/certificates', { key, body: { templateId, variables: VARIABLES } }),
  );
  const answers = await Promise.all(calls);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status === 403);
  expect(refused).toHaveLength(199);
  expect(refused[0]?.body).toMatchObject({
    error: { code: 'INSUFFICIENT_CREDITS' },
    credits: { current: 0, required: 1 },
  });
});

test('a dry run changes nothing', async () => {
  const { key, templateId } = await laurel.tenant({ credits: 5 });
  const { status, body } = await laurel.call('/certificates', {
    key,
    body: { templateId, variables: VARIABLES, dryRun: true },
  });
  expect([status, body.credits]).toEqual([201, { consumed: 0, remaining: 5 }]);
  expect((await laurel.call(`/certificates/${body.id}`, { key })).status).toBe(404);
});

test('an Idempotency-Key replays the first response and rejects another body', async () => {
  const { key, templateId } = await laurel.tenant({ credits: 5 });
  const headers = { 'Idempotency-Key': 'order 42' };
  const body = { templateId, variables: VARIABLES };
  const first = await laurel.call('/certificates', { key, body, headers });
  const second = await laurel.call('/certificates', { key, body, headers });
  expect(second.body).toEqual(first.body);
  expect([first, second].map((answer) => answer.headers.get('Idempotency-Replayed'))).toEqual([null, 'true']);
  const other = await laurel.call('/certificates', { key, body: { ...body, externalId: 'x' }, headers });
  expect([other.status, other.body.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  expect((await laurel.call('/credits', { key })).body).toEqual({ balance: 4 });
  const db = database(laurel.installation.services.em());
  await sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = 'order 42'`.execute(db);
  const afterwards = await laurel.call('/certificates', { key, body, headers });
  expect([afterwards.status, afterwards.body.credits.remaining]).toEqual([201, 3]);
  const repeated = await laurel.call('/certificates', { key, body, headers });
  expect([repeated.body, repeated.headers.get('Idempotency-Replayed')]).toEqual([afterwards.body, 'true']);
});

test('a permanently failed rendering is FAILED and refunded once', async () => {
  const tenant = await laurel.tenant({ credits: 5 });
  const { key } = tenant;
  const templateId = await portraitTemplate(laurel, tenant);
  const { asset } = (await uploadPicture(laurel, key, await photograph('#246'))).body;
  await sql`delete from files where name = (select file_name from assets
    where organisation_id = ${tenant.organisationId} and digest = ${Buffer.from(asset.slice(6), 'hex')})`.execute(
    database(laurel.installation.services.em()),
  );
  const { body } = await laurel.call('/certificates', {
    key,
    body: { templateId, variables: { name: 'Ada', portrait: asset } },
  });
  expect(body.credits.remaining).toBe(4);
  const certificate = await laurel.rendered(key, body.id, { hurried: true });
  expect(certificate).toMatchObject({ renderStatus: 'FAILED', pdfUrl: null });
  expect((await laurel.call('/credits', { key })).body).toEqual({ balance: 5 });
  expect((await laurel.call(`/certificates/${certificate.id}/download`, { key })).status).toBe(404);
});

test('lists certificates in pages, newest first, with filters', async () => {
  const owner = await laurel.tenant();
  const { key, templateId } = owner;
  for (const [index, name] of ['Ada One', 'Bea Two', 'Cleo Three'].entries()) {
    const body = {
      templateId,
      variables: { ...VARIABLES, name },
      externalId: `n${index}`,
      recipientEmail: `P${index}@Example.org`,
    };
    await laurel.call('/certificates', { key, body });
  }
  const names = async (query: string) =>
    (await laurel.call(`/certificates?${query}`, { key })).body.certificates.map(
      (row: { recipientName: string }) => row.recipientName,
    );
  const first = await laurel.call('/certificates?limit=2', { key });
  expect(first.body.certificates.map((row: { recipientName: string }) => row.recipientName)).toEqual([
    'Cleo Three',
    'Bea Two',
  ]);
  expect(await names(`limit=2&cursor=${first.body.nextCursor}`)).toEqual(['Ada One']);
  expect(await names('externalId=n1')).toEqual(['Bea Two']);
  expect(await names('recipientEmail=p2@example.ORG')).toEqual(['Cleo Three']);
  expect(await names('search=eo%20th')).toEqual(['Cleo Three']);
  expect(await names('createdAfter=2999-01-01T00:00:00Z')).toEqual([]);
  expect(await names('status=REVOKED')).toEqual([]);
  const { body: zero } = await laurel.call('/certificates?limit=0', { key });
  expect(zero.details).toMatchObject([{ path: 'limit', code: 'too_small', params: { least: 1 } }]);
});

test.each(['classic-diploma', 'modern-portrait', 'arabic-appreciation'])(
  'issues the sample %s in every script of the fonts',
  async (design) => {
    const owner = await laurel.tenant({ design });
    const { detectedVariables } = (await laurel.call(`/templates/${owner.templateId}`, { key: owner.key })).body;
    for (const value of ['Nguyễn Thị', 'Ελένη', 'Владимир', 'محمد الأنصاري', 'יוסף בן', '<b>A</b> {{x}}']) {
      const variables = Object.fromEntries(detectedVariables.map((name: string) => [name, value]));
      expect(await laurel.issue(owner, variables)).toMatchObject({ renderStatus: 'COMPLETED', recipientName: value });
    }
  },
);

test('a certificate that was tampered with fails verification, and reconcile finds a changed file', async () => {
  const owner = await laurel.tenant();
  const { id, verificationHash } = await laurel.issue(owner);
  const verify = async () => (await laurel.call(`/verify/${verificationHash}`)).body;
  const db = database(laurel.installation.services.em());
  await sql`update certificates set recipient_name = 'Mallory' where organisation_id = ${owner.organisationId} and id = ${id}`.execute(
    db,
  );
  expect(await verify()).toMatchObject({ valid: false, integrityVerified: false });
  await sql`update certificates set recipient_name = ${VARIABLES.name} where organisation_id = ${owner.organisationId} and id = ${id}`.execute(
    db,
  );
  expect(await verify()).toMatchObject({ valid: true });
  // A changed digest, alone or with its file, differs from the signed one.
  const digest = (change: string) =>
    sql`update certificates set image_digest = ${sql.raw(change)}
      where organisation_id = ${owner.organisationId} and id = ${id}`.execute(db);
  const content = `select content from files f where f.organisation_id = certificates.organisation_id and f.id = certificates.id and name like '%.png'`;
  await sql`update files set content = content || '\\x00' where organisation_id = ${owner.organisationId} and id = ${id} and name like '%.png'`.execute(
    db,
  );
  await digest(`(select sha256(content) from (${content}) f)`);
  expect(await verify()).toMatchObject({ valid: false, integrityVerified: false });
  await sql`update files set content = substr(content, 1, length(content) - 1) where organisation_id = ${owner.organisationId} and id = ${id} and name like '%.png'`.execute(
    db,
  );
  await digest(`(select sha256(content) from (${content}) f)`);
  expect(await verify()).toMatchObject({ valid: true });
  await sql`update files set content = '\\x00' where organisation_id = ${owner.organisationId} and id = ${id} and name like '%.pdf'`.execute(
    db,
  );
  expect(await verify()).toMatchObject({ valid: false, integrityVerified: false });
  const { violations } = await reconcile(laurel.installation.services);
  expect(violations.filter((violation) => violation.id === id)).toMatchObject([{ invariant: 'files' }]);
});

test('counts all concurrent verifications', async () => {
  const owner = await laurel.tenant();
  const { id, verificationHash, verificationUrl } = await laurel.issue(owner);
  await Promise.all(Array.from({ length: 50 }, () => laurel.call(`/verify/${verificationHash}`)));
  const page = await fetch(verificationUrl);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('This certificate is valid')]);
  const { rows } = await sql<{
    hits: number;
  }>`select hits from verification_counts where certificate_id = ${id}`.execute(
    database(laurel.installation.services.em()),
  );
  expect(rows[0]?.hits).toBe(51);
  const unknown = await fetch(`${laurel.url}/verify/${'0'.repeat(64)}`);
  expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('Unknown certificate')]);
});
