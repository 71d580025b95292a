import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { batchPdfs } from '../../domain/certificates/export.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { publishTemplate } from '../../domain/templates/publish-from-code.ts';
import type { DesignDocument } from '../../templates-engine/index.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { codeOf, nativeClient, sessionOf } from '../support/people.ts';
import { statementsOf } from '../support/statements.ts';
import { unzip } from '../support/zip.ts';

let laurel: Laurel;
let tenant: Tenant;
let session: Record<string, string>;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ credits: 500 });
  session = await sessionOf(laurel, tenant, 'viewer@example.org', 'viewer');
});

/** Follows a link as a browser does, with the cookie and no other headers. */
const follow = (path: string, organisationId = tenant.organisationId) =>
  fetch(`${laurel.url}/exports${path}${path.includes('?') ? '&' : '?'}organisationId=${organisationId}`, {
    headers: { Cookie: session.Cookie ?? '' },
  });

async function batchOf(names: string[]): Promise<string> {
  const recipients = names.map((name) => ({ variables: { ...VARIABLES, name } }));
  const body = { templateId: tenant.templateId, recipients };
  const { batchId } = (await laurel.call('/batches', { key: tenant.key, body })).body;
  await laurel.completed(tenant.key, batchId);
  return batchId;
}

test('downloads a batch as a ZIP of its PDFs, with unique names that any system accepts', async () => {
  const id = await batchOf(['Ada (2)', 'Ada', 'ada', 'Ada', 'a/b: "c"', 'محمد']);
  const response = await follow(`/batches/${id}.zip`);
  expect(response.headers.get('Content-Disposition')).toContain(`batch-${id}.zip`);
  const files = await unzip(await response.bytes());
  expect(files.size).toBe(6);
  expect(new Set([...files.keys()].map((name) => name.toLowerCase())).size).toBe(6);
  for (const [name, pdf] of files) {
    expect(name).toMatch(/^[^/\\?%*:|"<>]+\.pdf$/);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  }
});

test('reads the rows of a batch once for all of its PDFs', async () => {
  const id = await batchOf(['Ada', 'Grace', 'Mary']);
  const names: string[] = [];
  const statements = await statementsOf(async () => {
    for await (const { name, load } of batchPdfs(laurel.context(tenant), id)) {
      names.push(name);
      expect((await load()).length).toBeGreaterThan(0);
    }
  });
  expect(names).toEqual(['Mary', 'Grace', 'Ada'].map((name) => expect.stringContaining(name)));
  expect(statements.filter((statement) => statement.includes('certificates'))).toHaveLength(1);
});

test('exports all pages of a filter as CSV, without formulas', async () => {
  const names = Array.from({ length: 130 }, (_, index) => `Person ${index}`);
  const id = await batchOf([...names, '=HYPERLINK("http://evil.example")', '+1', '@a', 'Zoë, "Z"']);
  const text = Buffer.from(await (await follow(`/certificates.csv?batchId=${id}`)).bytes()).toString();
  expect(text.charCodeAt(0)).toBe(0xfeff);
  const lines = text.slice(1).trimEnd().split('\n');
  expect(lines).toHaveLength(1 + 134);
  expect(lines[0]).toBe(
    'id,recipientName,recipientEmail,externalId,number,template,status,renderStatus,createdAt,awardedOn,expiresAt,revokedAt,revokedReason,emailStatus,verificationUrl,pdfUrl,imageUrl,batchId,renewalOf,renewedBy,tags',
  );
  expect(text).not.toMatch(/(^|,)"?[=+@]/m);
  expect(text).toContain('"Zoë, ""Z"""');
  const [head = '', ...rows] = (await (await follow(`/batches/${id}.csv`)).text()).trimEnd().split('\n');
  const shared = `${lines[0]},`;
  expect(head.startsWith(shared)).toBe(true);
  const columns = head.slice(shared.length).split(',');
  expect(columns.toSorted()).toEqual(Object.keys(VARIABLES).toSorted());
  expect(rows).toHaveLength(134);
  const values = columns.map((name) => ({ ...VARIABLES, name: 'Person 0' })[name as keyof typeof VARIABLES]);
  const ending = `,${values.map((value) => JSON.stringify(value)).join(',')}`;
  expect(rows.filter((row) => row.endsWith(ending))).toHaveLength(1);
  const searched = await (await follow('/certificates.csv?search=Person%2077')).text();
  expect(searched.trimEnd().split('\n')).toHaveLength(2);
  // Without certificates, a file has the names of its columns.
  expect(await (await follow('/certificates.csv?search=nobody')).text()).toBe(`${lines[0]}\n`);
});

test('a variable with the name of another column has a prefix in the CSV of a batch', async () => {
  const text = {
    type: 'text',
    x: 10,
    y: 10,
    width: 280,
    height: 40,
    text: '{{name}} {{status}}',
    font: 'Inter',
    size: 12,
  };
  const { id: templateId } = await importTemplate(laurel.context(tenant), {
    ...{ name: 'Exam', recipientNameVariable: 'name', page: { width: 300, height: 200 } },
    elements: [text],
  });
  const recipients = [{ variables: { name: 'Ada', status: 'passed' } }];
  const { batchId } = (await laurel.call('/batches', { key: tenant.key, body: { templateId, recipients } })).body;
  await laurel.completed(tenant.key, batchId);
  const [head = '', row] = (await (await follow(`/batches/${batchId}.csv`)).text()).split('\n');
  const columns = head.split(',');
  expect(columns.filter((name) => name.endsWith('status'))).toEqual(['status']);
  expect(row?.split(',')[columns.indexOf('"variables.status"')]).toBe('"passed"');
});

test('the CSV of a batch has the variables of each certificate, also of those corrected by a newer version', async () => {
  const box = { type: 'text', x: 10, y: 10, width: 280, height: 40, font: 'Inter', size: 12 };
  const designOf = (text: string) => ({
    ...{ name: 'Exam', recipientNameVariable: 'name', page: { width: 300, height: 200 } },
    elements: [{ ...box, text }],
  });
  const context = laurel.context(tenant);
  const { id: templateId } = await importTemplate(context, designOf('{{name}} {{mark}}'));
  const recipients = ['Ada', 'Grace'].map((name) => ({ variables: { name, mark: `mark of ${name}` } }));
  const { batchId } = (await laurel.call('/batches', { key: tenant.key, body: { templateId, recipients } })).body;
  await laurel.completed(tenant.key, batchId);
  const { certificates } = (await laurel.call(`/batches/${batchId}/certificates`, { key: tenant.key })).body;
  const design = designOf('{{name}} {{grade}}') as unknown as DesignDocument;
  await publishTemplate(context, { id: templateId, design });
  const body = { templateVersion: 'current', variables: { grade: 'first' }, reason: 'Grades instead of marks' };
  for (const name of ['Ada', 'Grace']) {
    const { id } = certificates.find(({ recipientName }: { recipientName: string }) => recipientName === name);
    await laurel.call(`/certificates/${id}/correct`, { key: tenant.key, body });
    await laurel.rendered(tenant.key, id);
    const text = await (await follow(`/batches/${batchId}.csv`)).text();
    const [head = '', ...rows] = text.trimEnd().split('\n');
    expect(head.split(',')).toEqual(expect.arrayContaining(name === 'Ada' ? ['mark', 'grade'] : ['grade']));
    expect(rows.filter((row) => row.includes('"first"'))).toHaveLength(name === 'Ada' ? 1 : 2);
    expect(text.includes('mark of Grace')).toBe(name === 'Ada');
  }
});

test('quotes every CSV text, so that no delimiter or line break starts a cell', async () => {
  const own = await laurel.tenant({ credits: 10 });
  const cookie = (await sessionOf(laurel, own, 'csv@example.org', 'viewer')).Cookie ?? '';
  const values = [';', '\t', '|', '\n', '\r\n'].map((delimiter) => `a${delimiter}=1+1`);
  for (const externalId of values) {
    const body = { templateId: own.templateId, variables: VARIABLES, externalId };
    expect((await laurel.call('/certificates', { key: own.key, body })).status).toBe(201);
  }
  const address = `${laurel.url}/exports/certificates.csv?organisationId=${own.organisationId}`;
  const text = await (await fetch(address, { headers: { Cookie: cookie } })).text();
  for (const externalId of values) expect(text).toContain(`,"${externalId}",`);
  const [, ...rows] = text.split(/\n(?="[0-9a-f-]{36}",)/);
  expect(rows).toHaveLength(values.length);
  for (const row of rows) for (const cell of row.trimEnd().split(',')) expect(cell).toMatch(/^(?:"[^"]*")?$/);
});

test('limits names in a ZIP to 255 bytes, cuts the template first, and hides nothing', async () => {
  const own = await laurel.tenant({ credits: 10 });
  const admin = nativeClient(laurel, await sessionOf(laurel, own, 'zip@example.org', 'admin'));
  const design = JSON.parse(await readFile('test/support/small-diploma.json', 'utf8'));
  const [student, word] = ['👩🏽‍🎓', 'می\u200cخواهم'];
  const namesOf = async (name: string, names = [VARIABLES.name, VARIABLES.name]): Promise<string[]> => {
    const { id } = await admin.designs.create.mutate({ design: { ...design, name } });
    await admin.designs.publish.mutate({ id, revision: 1 });
    const recipients = names.map((one) => ({ variables: { ...VARIABLES, name: one } }));
    const { body } = await laurel.call('/batches', { key: own.key, body: { templateId: id, recipients } });
    await laurel.completed(own.key, body.batchId);
    const files: string[] = [];
    for await (const file of batchPdfs(laurel.context(own), body.batchId)) files.push(file.name);
    return files;
  };
  const long = await namesOf(student.repeat(28));
  expect(long.map((name) => name.replaceAll(student, ''))).toEqual([
    ` - ${VARIABLES.name}.pdf`,
    ` - ${VARIABLES.name} (2).pdf`,
  ]);
  for (const name of long) expect(Buffer.byteLength(name)).toBeGreaterThan(255 - Buffer.byteLength(student));
  for (const name of long) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  const [hidden] = await namesOf(`a\u202eb\u2028c\ufeffd \u200d${word}`);
  expect(hidden).toBe(`a b c d  ${word} - ${VARIABLES.name}.pdf`.replace('  ', '  '));
  const person = 'é'.repeat(140);
  expect(await namesOf('Diploma', [person, 'Zoë', 'ZOE\u0308'])).toEqual([
    'Diploma - ZOË.pdf',
    'Diploma - Zoë (2).pdf',
    `${'é'.repeat(125)}.pdf`,
  ]);
  expect(await namesOf('?', ['CON', 'aux.x'])).toEqual(['_aux.x.pdf', '_CON.pdf']);
  expect(await namesOf('..', ['Zoë'])).toEqual(['_.. - Zoë.pdf']);
});

test('an export needs a member of the organisation and a valid filter', async () => {
  const other = await laurel.tenant();
  expect((await follow('/certificates.csv', other.organisationId)).status).toBe(401);
  expect((await fetch(`${laurel.url}/exports/certificates.csv?organisationId=${tenant.organisationId}`)).status).toBe(
    401,
  );
  expect((await follow('/certificates.csv?status=LOST')).status).toBe(400);
  for (const kind of ['csv', 'zip', 'pdf']) {
    const refused = await follow(`/batches/${crypto.randomUUID()}.${kind}?status=REVOKED`);
    const { details } = (await refused.json()) as { details: unknown };
    expect([refused.status, details]).toMatchObject([400, [{ path: 'status', code: 'unknown_member', params: {} }]]);
  }
  expect((await follow(`/batches/${crypto.randomUUID()}.zip`)).status).toBe(404);
  const forged = await fetch(`${laurel.url}/trpc/credits.get?organisationId=${tenant.organisationId}`, {
    headers: { Cookie: session.Cookie ?? '' },
  });
  expect(forged.status).toBe(401);
});

test('the overview counts by day and names failures', async () => {
  const viewer = nativeClient(laurel, session);
  const overview = await viewer.statistics.overview.query();
  const { length } = await (await follow('/certificates.csv')).text().then((text) => text.trimEnd().split('\n'));
  expect(overview.days).toHaveLength(30);
  expect(overview.days.reduce((sum, { count }) => sum + count, 0)).toBe(length - 1);
  expect(overview).toMatchObject({ waiting: 0, credits: 500 - (length - 1), errors: [] });
  expect(overview.emails).toEqual({
    ...{ QUEUED: 0, SENT: 0, DELIVERED: 0, BOUNCED: 0, FAILED: 0, UNCERTAIN: 0 },
    isCut: false,
  });
  expect(overview.firstSteps).toEqual({ hasTemplate: true, hasCertificate: true, hasBranding: false, hasApiKey: true });
});

test('a revoked key does not count as a first step', async () => {
  const own = await laurel.tenant();
  const owner = nativeClient(laurel, await sessionOf(laurel, own, 'steps@example.org', 'owner'));
  const firstSteps = { hasTemplate: true, hasCertificate: false, hasBranding: false, hasApiKey: true };
  expect(await owner.statistics.overview.query()).toMatchObject({ firstSteps });
  for (const { id } of (await owner.apiKeys.list.query()).apiKeys) await owner.apiKeys.revoke.mutate({ id });
  expect((await owner.statistics.overview.query()).firstSteps).toEqual({ ...firstSteps, hasApiKey: false });
});

test("a certificate's history lists verifications, e-mails and deliveries", async () => {
  const { id, verificationHash } = await laurel.issue(tenant);
  await laurel.call(`/verify/${verificationHash}`);
  await laurel.call(`/verify/${verificationHash}`);
  const viewer = nativeClient(laurel, session);
  expect((await viewer.statistics.overview.query()).days.at(-1)).toMatchObject({ verified: 2 });
  const history = await viewer.certificates.history.query({ id });
  const verifications = { count: 2, lastAt: expect.any(String) };
  expect(history).toEqual({
    verifications,
    views: { count: 0, lastAt: null },
    linkedIn: 0,
    corrections: [],
    emails: [],
    deliveries: [],
  });
  const ledger = await viewer.credits.ledger.query({ limit: 1 });
  expect(ledger.entries).toMatchObject([{ kind: 'DEBIT', amount: -1, certificateId: id }]);
  expect(ledger.nextCursor).not.toBeNull();
});

test('the check of a table reports all faults of all rows by the rules of batches, and changes nothing', async () => {
  const issuer = nativeClient(laurel, await sessionOf(laurel, tenant, 'issuer@example.org', 'issuer'));
  const before = await issuer.credits.get.query();
  const good = { variables: VARIABLES, recipientEmail: 'ada@example.org' };
  const recipients = [
    good,
    { variables: { ...VARIABLES, name: '' }, recipientEmail: 'nobody' },
    { ...good, variables: { name: 'only' } },
    { ...good, variables: { ...VARIABLES, name: 'x'.repeat(1999) } },
    { variables: VARIABLES },
  ];
  const { problems } = await issuer.batches.check.mutate({
    templateId: tenant.templateId,
    recipients,
    sendEmail: true,
  });
  expect(problems.map(({ path }) => path)).toEqual([
    'recipients[1].recipientEmail',
    'recipients[1].variables.name',
    ...['course', 'distinction', 'date', 'director'].map((name) => `recipients[2].variables.${name}`),
    'recipients[3].variables.name',
    'recipients[4].recipientEmail',
  ]);
  expect(await issuer.credits.get.query()).toEqual(before);
  const viewer = nativeClient(laurel, session);
  expect(await viewer.batches.check.mutate({ templateId: tenant.templateId, recipients }).catch(codeOf)).toBe(
    'FORBIDDEN',
  );
});
