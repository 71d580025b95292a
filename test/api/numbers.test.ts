import * as mupdf from 'mupdf';
import { beforeAll, expect, test } from 'vitest';
import { runExpiries } from '../../domain/expiry/run.ts';
import { numberViolations } from '../../domain/integrity/check-numbers.ts';
import { generateCertificate } from '../../domain/issuing/generate.ts';
import { canCollide } from '../../domain/numbering/assert-distinct.ts';
import { listNumberSeries } from '../../domain/numbering/list.ts';
import { expectNumbers } from '../../domain/numbering/take.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { operate } from '../support/command.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { statementsOf } from '../support/statements.ts';
import { waitFor } from '../support/wait-for.ts';

const box = { x: 10, width: 280, height: 40, font: 'Inter', size: 12 };
const design = (series: string) => ({
  name: 'Numbered',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  numbering: { series },
  reminders: { daysBefore: [30] },
  elements: [
    { type: 'text', ...box, y: 10, text: '{{name}}' },
    { type: 'text', ...box, y: 60, text: 'No. {{certificateNumber}}' },
  ],
});

let laurel: Laurel;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await Mailbox.start();
  laurel = await Laurel.start({ SMTP_URL: mailbox.url, MAIL_FROM: 'Certificates <certs@example.org>' });
});

const createSeries = ({ organisationId }: Tenant, name: string, ...options: string[]) =>
  operate(laurel, 'number-series', 'create', '--organisation', organisationId, '--name', name, ...options);

async function numberedTenant(pattern: string, ...options: string[]) {
  const tenant = await laurel.tenant();
  const { code, err } = await createSeries(tenant, 'Diplomas', '--pattern', pattern, ...options);
  expect([code, err]).toEqual([0, '']);
  const { id: templateId } = await importTemplate(laurel.context(tenant), design('Diplomas'));
  return { ...tenant, templateId };
}

const issue = ({ key, templateId }: Tenant, more: object = {}) =>
  laurel.call('/certificates', { key, body: { templateId, variables: { name: 'Ada' }, ...more } });

const DAY_MS = 24 * 60 * 60 * 1000;
const year = new Date().getUTCFullYear();

test('numbers follow each other, are printed, signed, shown and found, and dry runs take none', async () => {
  const tenant = await numberedTenant('{YYYY}/{####}', '--start', '41', '--reset', 'yearly');
  expect((await issue(tenant, { dryRun: true })).body.number).toBe(`${year}/0041`);
  const first = (await issue(tenant)).body;
  expect(first.number).toBe(`${year}/0041`);
  const certificate = await laurel.rendered(tenant.key, first.id);
  const pdf = new Uint8Array(await (await fetch(certificate.pdfUrl)).arrayBuffer());
  const page = mupdf.Document.openDocument(pdf, 'application/pdf').loadPage(0);
  expect(page.toStructuredText('').asText()).toContain(`No. ${year}/0041`);
  const verified = (await laurel.call(`/verify/${certificate.verificationHash}`)).body;
  expect([verified.valid, verified.certificate.number]).toEqual([true, `${year}/0041`]);
  expect(await (await fetch(certificate.verificationUrl)).text()).toContain(`<bdi>${year}/0041</bdi>`);
  expect((await issue(tenant)).body.number).toBe(`${year}/0042`);
  const { services } = laurel.installation;
  expect(await numberViolations(services)).toEqual([]);
  await services.em().execute(`update number_counters set next = 42`);
  expect(await numberViolations(services)).toEqual([expect.objectContaining({ invariant: 'numbers' })]);
  await services.em().execute(`update number_counters set next = 43`);
  const search = encodeURIComponent(`${year}/0041`);
  const found = (await laurel.call(`/certificates?search=${search}`, { key: tenant.key })).body.certificates;
  expect(found.map(({ id }: { id: string }) => id)).toEqual([first.id]);
  await laurel.installation.services
    .em()
    .execute(`update certificates set number = '${year}/0999' where id = '${first.id}'`);
  const changed = (await laurel.call(`/verify/${certificate.verificationHash}`)).body;
  expect([changed.valid, changed.integrityVerified]).toEqual([false, false]);
});

test('concurrent calls and refused ones leave no gap and make no number twice', async () => {
  const tenant = await numberedTenant('N-{#}');
  const recipients = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ variables: { name: `R${index}` } }));
  const { key, templateId } = tenant;
  const batch = (count: number) =>
    laurel.call('/batches', { key, body: { templateId, recipients: recipients(count) } });
  const other = await numberedTenant('O-{#}');
  const ofOther = Promise.all(Array.from({ length: 5 }, () => issue(other)));
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, () => issue(tenant)),
    batch(20),
    batch(20),
    // Refused: too few credits, an unknown variable.
    batch(101),
    issue(tenant, { variables: { name: 'A', other: 'B' } }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(14).fill(201), 400, 403]);
  const { certificates } = (await laurel.call('/certificates?limit=100&sort=oldest', { key })).body;
  const numbers = certificates.map(({ number }: { number: string }) => Number(number.slice(2)));
  expect(numbers.toSorted((a: number, b: number) => a - b)).toEqual(
    Array.from({ length: 52 }, (_, index) => index + 1),
  );
  const otherNumbers = (await ofOther).map(({ body }) => body.number);
  expect(otherNumbers.toSorted()).toEqual([1, 2, 3, 4, 5].map((serial) => `O-${serial}`));
  for (const answer of answers.slice(12, 14)) {
    const own = certificates.filter(({ batchId }: { batchId: string }) => batchId === answer.body.batchId);
    const byName = own.map((one: { recipientName: string; number: string }) => [
      Number(one.recipientName.slice(1)),
      Number(one.number.slice(2)),
    ]);
    const start = byName[0][1] - byName[0][0];
    expect(byName.every(([index, number]: [number, number]) => number === start + index)).toBe(true);
  }
});

test('certificates that are issued at once expect different numbers, and are not prepared twice', async () => {
  const tenant = await numberedTenant('M-{#}');
  const context = laurel.context(tenant);
  const input = { templateId: tenant.templateId, variables: { name: 'Ada' } };
  const numbers: (string | null)[] = [];
  const generate = async () => void numbers.push((await generateCertificate(context, input)).number);
  await generate();
  const statements = await statementsOf(() => Promise.all(Array.from({ length: 20 }, generate)));
  const serials = numbers.map((number) => Number(number?.slice(2))).toSorted((one, other) => one - other);
  expect(serials).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  const again = statements.filter((text) => /from "number_counters".*for update/s.test(text));
  // A place in the line can be lost where the first calls read the counter.
  expect(again.length).toBeLessThan(10);
  expect(statements.filter((text) => text.includes('"number_series"')).length).toBeLessThan(20);
});

test('numbers that exist are skipped, and a template without its series issues nothing', async () => {
  const tenant = await numberedTenant('{MM}-{##}');
  const { body } = await issue(tenant);
  await laurel.installation.services.em().execute(`update number_counters set next = 1`);
  const again = (await issue(tenant)).body.number;
  expect([body.number.slice(3), again.slice(3)]).toEqual(['01', '02']);
  // Many used numbers in a row cost few statements, and leave no gap after them.
  await laurel.installation.services.em().execute(`update number_counters set next = 1`);
  expect((await issue(tenant)).body.number.slice(3)).toBe('03');
  expect((await issue(tenant)).body.number.slice(3)).toBe('04');
  const other = await laurel.tenant();
  const { id: templateId } = await importTemplate(laurel.context(other), design('Diplomas'));
  const refused = await issue({ ...other, templateId });
  expect([refused.status, refused.body.error.code, refused.body.reason]).toEqual([409, 'CONFLICT', 'no_such_series']);
});

test.each([
  ['{YYYY}/{####}', '{YYYY}/{##}', true],
  ['A-{####}', 'B-{####}', false],
  ['A{####}', 'A{YYYY}{##}', true],
  ['{##}-{YYYY}', '{YYYY}-{##}', true],
  ['1{###}', '{###}1', true],
  ['{#}x', '{#}', false],
  ['{####}', '{MM}', false],
  ['12-{#}', '{MM}-{#}', true],
])('%s and %s can make the same number: %s', (one, other, expected) => {
  if (other === '{MM}') return expect(canCollide(one, `${other}x{#}`)).toBe(false);
  expect([canCollide(one, other), canCollide(other, one)]).toEqual([expected, expected]);
});

test('patterns without one serial, without the year, or like another series are refused in one line', async () => {
  const tenant = await laurel.tenant();
  const wrong = ['{YYYY}', '{##}{##}', '{DD}{##}', '{##}{', '{YYYY}{YYYY}{#}'];
  for (const pattern of wrong) {
    const { code, err } = await createSeries(tenant, 'Wrong', '--pattern', pattern);
    expect([code, err], pattern).toEqual([1, expect.stringMatching(/^laurel: --pattern: Not a pattern\..*\n$/)]);
  }
  const noYear = await createSeries(tenant, 'Wrong', '--pattern', 'A{##}', '--reset', 'yearly');
  expect(noYear.err).toMatch(/^laurel: --pattern: No year\./);
  expect((await createSeries(tenant, 'One', '--pattern', 'A{##}')).code).toBe(0);
  expect((await createSeries(tenant, 'Two', '--pattern', 'A{####}')).err).toContain('The series One can make');
  expect((await createSeries(tenant, 'One', '--pattern', 'B{##}')).err).toContain('already');
  const { out } = await operate(laurel, 'number-series', 'list', '--organisation', tenant.organisationId);
  expect(JSON.parse(out).numberSeries).toMatchObject([{ name: 'One', pattern: 'A{##}', next: 'A01', reset: 'never' }]);
});

test('mails about a certificate state its number', async () => {
  const tenant = await numberedTenant('{YYYY}/{####}');
  const recipientEmail = 'numbered@example.org';
  const mails = (count: number) =>
    waitFor(
      `${count} mails`,
      () => mailbox.mails.filter((mail) => recipientsOf(mail).includes(recipientEmail)),
      (found) => found.length >= count,
    );
  const expiresAt = new Date(Date.now() + 100 * DAY_MS).toISOString();
  const { id } = (await issue(tenant, { recipientEmail, sendEmail: true, expiresAt })).body;
  await mails(1);
  const now = () => new Date(Date.now() + 80 * DAY_MS);
  await waitFor('a run', () => runExpiries({ ...laurel.installation.services, now }), Boolean);
  await mails(2);
  const body = { reason: 'Wrong', sendEmail: true };
  await laurel.call(`/certificates/${id}/revoke`, { key: tenant.key, body });
  for (const { text, html } of await mails(3)) {
    expect(text).toContain(`Number: ${year}/0001`);
    expect(html).toContain(`Number: ${year}/0001`);
  }
});

test('an installation with numbers is sound', async () => {
  const tenant = await numberedTenant('S.(x) {#}/{YYYY}');
  await laurel.rendered(tenant.key, (await issue(tenant)).body.id);
  const found = async () => {
    const { violations } = await reconcile(laurel.installation.services);
    return violations.filter(({ organisationId }) => organisationId === tenant.organisationId);
  };
  expect(await found()).toEqual([]);
  await laurel.installation.services.em().execute(`update number_counters set next = 9 where next = 2`);
  expect(await found()).toMatchObject([
    { invariant: 'numbers', message: expect.stringContaining('1 certificates for 8') },
  ]);
});

// Last, because the installation is not sound with certificates of the future.
test('a series is reset when the year ends in the time zone of the organisation', async () => {
  const tenant = await numberedTenant('{YYYY}-{MM}/{##}', '--reset', 'yearly');
  await laurel.call('/organisation', { key: tenant.key, method: 'PUT', body: { timeZone: 'Pacific/Auckland' } });
  const contextAt = (time: string) => ({ ...laurel.context(tenant), now: () => new Date(time) });
  const numberAt = async (time: string) => {
    const input = { templateId: tenant.templateId, variables: { name: 'Ada' } };
    return (await generateCertificate(contextAt(time), input)).number;
  };
  expect(await numberAt('2029-12-31T10:59:00Z')).toBe('2029-12/01');
  const { numberSeries } = await listNumberSeries(contextAt('2029-12-31T11:01:00Z'));
  expect(numberSeries.map(({ next }) => next)).toEqual(['2030-01/01']);
  // A call of the old year has had its turn, and is still in progress.
  const wanted = { name: 'Diplomas', timeZone: 'Pacific/Auckland', count: 1 };
  const { place, from } = await expectNumbers(contextAt('2029-12-31T10:59:59Z'), wanted);
  await place.take(async () => from);
  expect(await numberAt('2029-12-31T11:01:00Z')).toBe('2030-01/01');
  place.leave();
  expect(await numberAt('2030-12-31T10:59:00Z')).toBe('2030-12/02');
});
