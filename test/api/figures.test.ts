import { beforeAll, expect, test } from 'vitest';
import { generateCertificate } from '../../domain/issuing/generate.ts';
import { openSandbox } from '../../domain/sandbox/open.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { operate } from '../support/command.ts';
import { postfixReport } from '../support/delivery-reports.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const PERSON = { 'User-Agent': CHROME, 'Accept-Language': 'en-GB,en;q=0.9' };
const SAME = { ...PERSON, 'Sec-Fetch-Site': 'same-origin' };
const NONE = { issued: 0, imported: 0, delivered: 0, viewed: 0, linkedIn: 0, verified: 0 };

let laurel: Laurel;
let mailbox: Mailbox;
const senders = new Map<string, string>();
beforeAll(async () => {
  mailbox = await Mailbox.start({
    onData: (stream, { envelope }, callback) => {
      for (const { address } of envelope.rcptTo)
        senders.set(address, envelope.mailFrom ? envelope.mailFrom.address : '');
      stream.resume().on('end', () => callback());
    },
  });
  laurel = await Laurel.start({ SMTP_URL: mailbox.url, BOUNCE_ADDRESS: 'bounces@lists.example' });
});

const emailOf = (tenant: Tenant) => `figures-${tenant.organisationId}@laurel.example`;
const viewerOf = async (tenant: Tenant) =>
  nativeClient(laurel, await sessionOf(laurel, tenant, emailOf(tenant), 'viewer'));
const csvOf = async (tenant: Tenant, query = '') => {
  const headers = await sessionOf(laurel, tenant, emailOf(tenant), 'viewer');
  return fetch(`${laurel.url}/exports/figures.csv?organisationId=${tenant.organisationId}${query}`, { headers });
};
const use = (hash: string, headers: Record<string, string> = SAME) =>
  fetch(`${laurel.url}/verify/${hash}/linkedin`, { method: 'POST', headers });
const now = () => laurel.installation.services.now();
const monthsAgo = (count: number) => new Date(Date.UTC(now().getUTCFullYear(), now().getUTCMonth() - count, 15));
const monthOf = (moment: Date) => moment.toISOString().slice(0, 7);
const issueAt = (tenant: Tenant, moment: Date, templateId = tenant.templateId) =>
  generateCertificate({ ...laurel.context(tenant), now: () => moment }, { templateId, variables: VARIABLES });

/** Issues a certificate with an e-mail, and waits until it is sent. */
async function mailed(tenant: Tenant, recipientEmail: string) {
  const body = { templateId: tenant.templateId, variables: VARIABLES, recipientEmail, sendEmail: true };
  const { id } = (await laurel.call('/certificates', { key: tenant.key, body })).body;
  await waitFor(
    `the mail to ${recipientEmail}`,
    () => laurel.call(`/certificates/${id}`, { key: tenant.key }),
    ({ body: { emailStatus } }) => emailStatus === 'SENT',
  );
}

test('counts certificates, mails, views, uses of LinkedIn and verifications by month and template', async () => {
  const tenant = await laurel.tenant();
  const viewer = await viewerOf(tenant);
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, `o-${emailOf(tenant)}`, 'owner'));
  const { id: other } = await owner.designs.duplicate.mutate({ id: tenant.templateId });
  await owner.designs.publish.mutate({ id: other, revision: 1 });
  const { verificationHash } = await laurel.issue(tenant);
  await laurel.issue(tenant);
  await issueAt(tenant, monthsAgo(1), other);
  await issueAt(tenant, monthsAgo(14));
  await mailed(tenant, 'kept@example.org');
  await mailed(tenant, 'bounced@example.org');
  const report = postfixReport({ to: senders.get('bounced@example.org') ?? '', recipient: 'bounced@example.org' });
  await laurel.call('/bounces', { key: tenant.key, body: report, headers: { 'Content-Type': 'message/rfc822' } });
  const page = `${laurel.url}/verify/${verificationHash}`;
  for (const headers of [PERSON, PERSON, { 'User-Agent': 'curl/8.14.1' }]) await fetch(page, { headers });
  await laurel.call(`/verify/${verificationHash}`);
  expect((await use(verificationHash)).status).toBe(204);
  const { name: recipientName, ...variables } = VARIABLES;
  const awards = [{ recipientName, awardedOn: '2019-06-30', variables }];
  const imported = { templateId: tenant.templateId, certificates: awards };
  const answer = await laurel.call('/certificates/import', { key: tenant.key, body: imported });
  expect(answer).toMatchObject({ body: { certificates: [{}] } });
  const { months, templates } = await viewer.statistics.figures.query({});
  const recent = { issued: 4, imported: 1, delivered: 1, viewed: 2, linkedIn: 1, verified: 2 };
  expect(months.map(({ month }) => month)).toEqual(
    Array.from({ length: 12 }, (_, index) => monthOf(monthsAgo(11 - index))),
  );
  expect(months.at(-1)).toEqual({ month: monthOf(now()), ...recent });
  expect(months.at(-2)).toEqual({ month: monthOf(monthsAgo(1)), ...NONE, issued: 1 });
  expect(months.at(0)).toEqual({ month: monthOf(monthsAgo(11)), ...NONE });
  expect(templates).toEqual([
    { templateId: tenant.templateId, name: expect.any(String), ...recent },
    { templateId: other, name: expect.any(String), ...NONE, issued: 1 },
  ]);
  const ofOther = await viewer.statistics.figures.query({ months: 15, templateId: other });
  expect(ofOther.months.map(({ issued }) => issued)).toEqual([...Array(13).fill(0), 1, 0]);
  const early = await viewer.statistics.figures.query({ until: monthsAgo(14).toISOString().slice(0, 10), months: 1 });
  expect(early.months).toEqual([{ month: monthOf(monthsAgo(14)), ...NONE, issued: 1 }]);
  const csv = await csvOf(tenant, '&months=15');
  expect(csv.headers.get('Content-Disposition')).toContain('figures.csv');
  const [head, ...lines] = (await csv.text()).trimEnd().split('\n');
  expect(head).toBe('month,template,templateId,issued,imported,delivered,viewed,linkedIn,verified');
  const name = templates[0]?.name;
  expect(lines.join('\n')).toEqual(
    [
      `"${monthOf(monthsAgo(14))}","${name}","${tenant.templateId}","1","0","0","0","0","0"`,
      `"${monthOf(monthsAgo(1))}","${templates[1]?.name}","${other}","1","0","0","0","0","0"`,
      `"${monthOf(now())}","${name}","${tenant.templateId}","4","1","1","2","1","2"`,
    ].join('\n'),
  );
});

test('counts only uses of the button by people in a page of this installation, as no verification', async () => {
  const tenant = await laurel.tenant();
  const viewer = await viewerOf(tenant);
  const { id, verificationHash } = await laurel.issue(tenant);
  const refused: Record<string, string>[] = [
    { ...SAME, 'User-Agent': 'python-requests/2.32.0' },
    { ...SAME, 'User-Agent': '' },
    { ...SAME, 'Accept-Language': '' },
    { ...PERSON, 'Sec-Fetch-Site': 'cross-site' },
    { ...PERSON, Origin: 'https://elsewhere.example' },
  ];
  for (const headers of refused) expect((await use(verificationHash, headers)).status).toBe(204);
  for (const hash of ['0'.repeat(64), 'not-a-hash']) expect((await use(hash)).status).toBe(204);
  await fetch(`${laurel.url}/verify/${verificationHash}/linkedin`, { headers: PERSON });
  expect((await viewer.certificates.history.query({ id })).linkedIn).toBe(0);
  await Promise.all(Array.from({ length: 10 }, () => use(verificationHash)));
  const { linkedIn, verifications } = await viewer.certificates.history.query({ id });
  expect([linkedIn, verifications]).toEqual([10, { count: 0, lastAt: null }]);
  await laurel.call(`/verify/${verificationHash}`);
  const verified = (await viewer.certificates.history.query({ id })).verifications;
  expect([verified.count, verified.lastAt]).toEqual([1, expect.any(String)]);
  await use(verificationHash);
  expect((await viewer.certificates.history.query({ id })).verifications).toEqual(verified);
});

test('an export is in the order of months, then of names', async () => {
  const tenant = await laurel.tenant();
  const context = laurel.context(tenant);
  const box = { x: 10, y: 10, width: 280, height: 40 };
  const design = {
    ...{ recipientNameVariable: 'name', page: { width: 300, height: 200 } },
    elements: [{ type: 'text', ...box, text: '{{name}}', font: 'Inter', size: 12 }],
  };
  for (const name of ['B', 'C', 'A']) {
    const { id: templateId } = await importTemplate(context, { ...design, name });
    for (const count of [2, 1])
      await generateCertificate(
        { ...context, now: () => monthsAgo(count) },
        { templateId, variables: { name: 'Ada' } },
      );
  }
  const [, ...lines] = (await (await csvOf(tenant)).text()).trimEnd().split('\n');
  const wanted = [2, 1].flatMap((count) => ['A', 'B', 'C'].map((name) => `"${monthOf(monthsAgo(count))}","${name}"`));
  expect(lines.map((line) => line.split(',', 2).join())).toEqual(wanted);
});

test('figures are of the own organisation, also once a process has counted past months', async () => {
  const [one, other] = [await laurel.tenant(), await laurel.tenant()];
  await issueAt(one, monthsAgo(3));
  const counts: (number | undefined)[] = [];
  for (const tenant of [one, other, one, other])
    counts.push((await (await viewerOf(tenant)).statistics.figures.query({})).months.at(-4)?.issued);
  expect(counts).toEqual([1, 0, 1, 0]);
  const theirs = await (await viewerOf(other)).statistics.figures.query({ templateId: one.templateId });
  expect(theirs.months.every(({ issued }) => issued === 0)).toBe(true);
});

test('figures of test mode name the templates, which are live', async () => {
  const tenant = await laurel.tenant();
  const { templateId, key } = tenant;
  const sandbox = await openSandbox(laurel.context(tenant));
  await generateCertificate(sandbox, { templateId, variables: VARIABLES });
  const session = await sessionOf(laurel, tenant, emailOf(tenant), 'viewer');
  const inTest = nativeClient(laurel, { ...session, 'X-Laurel-Organisation': sandbox.organisationId });
  const { name } = (await laurel.call(`/templates/${templateId}`, { key })).body;
  expect((await inTest.statistics.figures.query({})).templates).toEqual([{ templateId, name, ...NONE, issued: 1 }]);
});

test('figures name a public template of another organisation that was used', async () => {
  const [owner, tenant] = [await laurel.tenant(), await laurel.tenant()];
  const { organisationId, templateId } = owner;
  const named = ['--organisation', organisationId, '--template', templateId, '--type', 'PUBLIC'];
  expect((await operate(laurel, 'template', 'set-type', ...named)).code).toBe(0);
  await issueAt(tenant, now(), templateId);
  for (const _ of [1, 2]) await issueAt(tenant, now());
  const { name } = (await laurel.call(`/templates/${templateId}`, { key: owner.key })).body;
  const { templates } = await (await viewerOf(tenant)).statistics.figures.query({});
  // Most issued first.
  expect(templates).toMatchObject([
    { templateId: tenant.templateId, issued: 2 },
    { templateId, name, ...NONE, issued: 1 },
  ]);
});

test.each([
  ['&months=0', 'months'],
  ['&months=37', 'months'],
  ['&months=x', 'months'],
  ['&until=2026-13-01', 'until'],
  ['&month=3', 'month'],
])('an export with %s is refused', async (query, path) => {
  const answer = await csvOf(await laurel.tenant(), query);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(await answer.json())).toContain(`"${path}"`);
});

test('months before the first and after the present one are left out', async () => {
  const viewer = await viewerOf(await laurel.tenant());
  const figures = async (until: string) => (await viewer.statistics.figures.query({ until, months: 3 })).months;
  expect(await figures('0001-01-01')).toEqual([]);
  expect((await figures('1970-02-01')).map(({ month }) => month)).toEqual(['1970-01', '1970-02']);
  expect(await figures('9999-12-31')).toEqual([]);
  const next = monthsAgo(-1).toISOString().slice(0, 10);
  expect((await figures(next)).map(({ month }) => month)).toEqual([1, 0].map((count) => monthOf(monthsAgo(count))));
});
