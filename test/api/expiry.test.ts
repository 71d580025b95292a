import * as mupdf from 'mupdf';
import { beforeAll, expect, test } from 'vitest';
import type { DomainError } from '../../domain/errors.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import type { Laurel, Tenant } from '../support/laurel.ts';
import { logged, startWithLog } from '../support/log.ts';
import { waitFor } from '../support/wait-for.ts';
import { checksOf, laurelVerify, save } from '../verifier/command.ts';

const box = { x: 10, width: 280, height: 40, font: 'Inter', size: 12 };
const DATED = {
  name: 'Licence',
  language: 'en-GB',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  variables: { issuedOn: { type: 'date', format: 'long' }, expiresOn: { type: 'date', format: 'long' } },
  elements: [
    { type: 'text', ...box, y: 10, text: '{{name}}' },
    { type: 'text', ...box, y: 60, text: 'Awarded {{issuedOn}}' },
    { type: 'text', ...box, y: 110, text: 'Until {{expiresOn}}.' },
  ],
};

let laurel: Laurel;
beforeAll(async () => {
  laurel = await startWithLog();
});

/** Creates an organisation with a template of the design above and a validity, and a time zone. */
async function tenantIn(timeZone: string, validity?: object): Promise<Tenant> {
  const tenant = await laurel.tenant();
  const { body } = await laurel.call('/organisation', { key: tenant.key, method: 'PUT', body: { timeZone } });
  expect(body.timeZone).toBe(timeZone);
  const { id: templateId } = await importTemplate(laurel.context(tenant), { ...DATED, ...(validity && { validity }) });
  return { ...tenant, templateId };
}

const issue = ({ key, templateId }: Tenant, more: object = {}) =>
  laurel.call('/certificates', { key, body: { templateId, variables: { name: 'Ada' }, ...more } });

const faultsOf = ({ body }: { body: { details: { path: string; code: string }[] } }) =>
  body.details.map(({ path, code }) => `${path}: ${code}`);

const contentOf = async (url: string) => new Uint8Array(await (await fetch(url)).arrayBuffer());

const textOf = async (url: string) =>
  mupdf.Document.openDocument(await contentOf(url), 'application/pdf')
    .loadPage(0)
    .toStructuredText('')
    .asText();

const today = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());

// At any time, the day is another one in at least one of these zones than in UTC.
test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
  'the page of a certificate of today in %s has one day',
  async (zone) => {
    const tenant = await tenantIn(zone);
    const { body } = await issue(tenant);
    const page = await (await fetch(`${body.verificationUrl}?lang=en`)).text();
    expect(page).toContain('Issued on');
    expect(page).not.toContain('Awarded on');
  },
);

test('a day is valid until its end in the time zone of the organisation; page, files and credential agree', async () => {
  const tenant = await tenantIn('America/New_York');
  const dates = { awardedOn: '2024-02-29', expiresAt: '2090-03-31' };
  const { status, body } = await issue(tenant, dates);
  const expiresAt = '2090-04-01T04:00:00.000Z';
  expect([status, body.awardedOn, body.expiresAt, body.status]).toEqual([201, '2024-02-29', expiresAt, 'GENERATED']);
  const certificate = await laurel.rendered(tenant.key, body.id);
  expect(certificate).toMatchObject({ awardedOn: '2024-02-29', expiresAt, timeZone: 'America/New_York' });
  expect(await textOf(certificate.pdfUrl)).toMatch(/Awarded 29 February 2024\s+Until 31 March 2090\./);
  const credential = await (await fetch(certificate.credentialUrl)).json();
  expect(credential).toMatchObject({ validUntil: '2090-04-01T04:00:00Z', awardedDate: '2024-02-29T00:00:00-05:00' });
  const verified = (await laurel.call(`/verify/${certificate.verificationHash}`)).body;
  expect(verified).toMatchObject({ valid: true, certificate: { awardedOn: '2024-02-29', expiresAt } });
  const page = await (await fetch(`${certificate.verificationUrl}?lang=en`)).text();
  expect(page).toMatch(/Awarded on<\/dt><dd><time datetime="2024-02-29">29 February 2024/);
  expect(page).toMatch(/Valid until<\/dt><dd><time datetime="2090-03-31">31 March 2090/);
  for (const part of ['issueYear=2024', 'issueMonth=2', 'expirationYear=2090', 'expirationMonth=3'])
    expect(page).toContain(part);
  // The day of the award begins at 05:00 in UTC.
  const expireAt = (time: string) =>
    laurel.call(`/certificates/${body.id}/expiry`, { key: tenant.key, body: { expiresAt: time, reason: 'x' } });
  expect(faultsOf(await expireAt('2024-02-29T05:00:00Z'))).toEqual(['expiresAt: before_award']);
  expect((await expireAt('2024-02-29T05:00:01Z')).status).toBe(200);
});

test.each(['Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Kathmandu'])(
  'the award is today in %s by default',
  async (zone) => {
    const tenant = await tenantIn(zone);
    const before = today(zone);
    const { body } = await issue(tenant);
    expect([before, today(zone)]).toContain(body.awardedOn);
    expect(body.expiresAt).toBeNull();
    const certificate = await laurel.rendered(tenant.key, body.id);
    expect(await textOf(certificate.pdfUrl)).toContain('Until.');
  },
);

test('a time zone is an IANA name, aliases stay as given, and none is UTC', async () => {
  const { key } = await laurel.tenant();
  const put = (timeZone: unknown) => laurel.call('/organisation', { key, method: 'PUT', body: { timeZone } });
  expect((await laurel.call('/organisation', { key })).body.timeZone).toBe('UTC');
  expect((await put('US/Eastern')).body.timeZone).toBe('US/Eastern');
  for (const wrong of ['+01:00', 'Europe/Nowhere', '../etc', 'UTC\0'])
    expect((await put(wrong)).status, wrong).toBe(400);
  expect(faultsOf(await put('Mars/Olympus'))).toEqual(['timeZone: not_a_time_zone']);
  expect((await put('')).body.timeZone).toBe('UTC');
});

test.each([
  [{ months: 1 }, '2090-01-31', '2090-02-28'],
  [{ months: 1 }, '2088-01-31', '2088-02-29'],
  [{ months: 12 }, '2088-02-29', '2089-02-28'],
  [{ days: 90 }, '2090-01-31', '2090-05-01'],
  [{ until: '2090-12-31' }, '2090-01-31', '2090-12-31'],
] as const)('validity %j from %s ends with %s', async (validity, awardedOn, last) => {
  const { chooseTerm } = await import('../../domain/certificates/choose-term.ts');
  const at = { timeZone: 'Europe/Paris', now: new Date('2095-01-01T00:00:00Z') };
  const { term, issues } = chooseTerm({ awardedOn }, { validity }, at);
  const shown = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' });
  expect(shown.format((term.expiresAt?.getTime() ?? 0) - 1)).toBe(last);
  expect(shown.format(term.expiresAt ?? 0)).not.toBe(last);
  expect(issues.map(({ code }) => code)).toEqual(['in_the_past']);
});

test('the validity of the template applies unless a certificate has its own expiry, or null for never', async () => {
  const tenant = await tenantIn('Asia/Tokyo', { months: 24 });
  const awardedOn = today('Asia/Tokyo');
  const year = Number(awardedOn.slice(0, 4)) + 2;
  const ends = async (more: object) => (await issue(tenant, { awardedOn, ...more })).body.expiresAt;
  expect(await ends({})).toMatch(new RegExp(`^${year}-.*T15:00:00.000Z$`));
  expect(await ends({ expiresAt: null })).toBeNull();
  expect(await ends({ expiresAt: '2091-05-05T12:00:00+02:00' })).toBe('2091-05-05T10:00:00.000Z');
  const { id } = (await issue(tenant)).body;
  const correction = { reason: 'x', awardedOn: '2026-01-31' };
  const corrected = await laurel.call(`/certificates/${id}/correct`, { key: tenant.key, body: correction });
  expect(corrected.body.expiresAt).toBe('2028-01-31T15:00:00.000Z');
  const recipients = [{ expiresAt: '2090-01-01' }, {}, { awardedOn: '2020-01-01', expiresAt: null }];
  const { templateId, key } = tenant;
  const batch = recipients.map((one, index) => ({ variables: { name: `N${index}` }, ...one }));
  const { body } = await laurel.call('/batches', { key, body: { templateId, recipients: batch } });
  await laurel.completed(key, body.batchId);
  const { certificates } = (await laurel.call(`/certificates?batchId=${body.batchId}&sort=oldest`, { key })).body;
  expect(certificates.map((one: { expiresAt: string | null }) => one.expiresAt?.slice(0, 4) ?? null)).toEqual([
    '2090',
    String(year),
    null,
  ]);
  expect(certificates[2].awardedOn).toBe('2020-01-01');
});

test('wrong dates are refused with the path, in batches and dry runs too, and spend nothing', async () => {
  const tenant = await tenantIn('Etc/GMT+12');
  const { key, templateId } = tenant;
  const tomorrow = today('Pacific/Kiritimati').replace(/^\d{4}/, (year) => String(Number(year) + 1));
  const wrong: [object, string][] = [
    [{ awardedOn: '1899-12-31' }, 'awardedOn: too_early'],
    [{ awardedOn: tomorrow }, 'awardedOn: too_late'],
    [{ awardedOn: '2026-02-30' }, 'awardedOn: not_a_day'],
    [{ awardedOn: '2026-02-03T10:00:00Z' }, 'awardedOn: not_a_day'],
    [{ expiresAt: '2020-01-01' }, 'expiresAt: in_the_past'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt: in_the_past'],
    [{ expiresAt: 'soon' }, 'expiresAt: not_a_date_time'],
    [{ expiresAt: '9999-12-31' }, 'expiresAt: too_late'],
  ];
  for (const [given, fault] of wrong) {
    expect(faultsOf(await issue(tenant, given)), fault).toEqual([fault]);
    expect(faultsOf(await issue(tenant, { ...given, dryRun: true })), fault).toEqual([fault]);
  }
  const recipients = wrong.map(([given]) => ({ variables: { name: 'Ada' }, ...given })).slice(0, 2);
  expect(faultsOf(await laurel.call('/batches', { key, body: { templateId, recipients } }))).toEqual([
    'recipients[0].awardedOn: too_early',
    'recipients[1].awardedOn: too_late',
  ]);
  expect((await laurel.call('/credits', { key })).body.balance).toBe(100);
  const past = await tenantIn('UTC', { until: '2020-12-31' });
  expect(faultsOf(await issue(past))).toEqual(['template.validity: in_the_past']);
  for (const validity of [{}, { months: 0 }, { months: 1, days: 1 }, { until: '2026-02-30' }]) {
    const design = { ...DATED, validity };
    const fault = await importTemplate(laurel.context(tenant), design).catch((error: DomainError) => error);
    expect(fault, JSON.stringify(validity)).toMatchObject({
      extras: { details: [{ path: expect.stringMatching(/^validity/) }] },
    });
  }
});

test('from its expiry on, a certificate is EXPIRED everywhere, and a revocation takes precedence', async () => {
  const tenant = await tenantIn('UTC');
  const { key } = tenant;
  const expiresAt = new Date(Date.now() + 8000).toISOString();
  const { body } = await issue(tenant, { expiresAt });
  await issue(tenant);
  const certificate = await laurel.rendered(key, body.id);
  expect(certificate.status).toBe('GENERATED');
  const pdf = save('expiring.pdf', await contentOf(certificate.pdfUrl));
  await logged(laurel);
  const read = async () => (await laurel.call(`/certificates/${body.id}`, { key })).body;
  await waitFor('the expiry', read, ({ status }) => status === 'EXPIRED');
  const { body: verified } = await laurel.call(`/verify/${certificate.verificationHash}`);
  expect(verified).toMatchObject({ valid: false, integrityVerified: true, certificate: { status: 'EXPIRED' } });
  const idsOf = async (status: string) =>
    (await laurel.call(`/certificates?status=${status}`, { key })).body.certificates.map(
      ({ id }: { id: string }) => id,
    );
  expect(await idsOf('EXPIRED')).toEqual([body.id]);
  expect(await idsOf('GENERATED')).not.toContain(body.id);
  const page = await (await fetch(`${certificate.verificationUrl}?lang=de`)).text();
  expect(page).toContain('Dieses Zertifikat ist abgelaufen.');
  expect(page).not.toContain('linkedin.com');
  const trust = save('expiry-laurel.json', await contentOf(`${laurel.url}/.well-known/laurel.json`));
  for (const more of [[], ['--offline']]) {
    const said = await laurelVerify(pdf, '--trust', trust, '--json', ...more);
    expect([checksOf(said).credential, said.status], more.join()).toEqual(['failed: expired', 1]);
  }
  await laurel.call(`/certificates/${body.id}/revoke`, { key, body: { reason: 'Lost' } });
  expect((await read()).status).toBe('REVOKED');
  expect(await idsOf('EXPIRED')).toEqual([]);
});

test('an expiry that SQL changed is never called genuine', async () => {
  const tenant = await tenantIn('UTC');
  const { body } = await issue(tenant, { expiresAt: '2090-01-01' });
  const { verificationHash, verificationUrl } = await laurel.rendered(tenant.key, body.id);
  const verify = async () => (await laurel.call(`/verify/${verificationHash}`)).body;
  expect((await verify()).valid).toBe(true);
  const change = (set: string) =>
    laurel.installation.services.em().execute(`update certificates set ${set} where id = '${body.id}'`);
  for (const [set, back] of [
    ["expires_at = '2099-01-01'", "expires_at = '2090-01-01T00:00:00Z'::timestamptz + interval '1 day'"],
    ['expires_at = null', "expires_at = '2090-01-02T00:00:00Z'"],
    ["awarded_on = '2001-01-01'", `awarded_on = '${body.awardedOn}'`],
    ["time_zone = 'Asia/Tokyo'", "time_zone = 'UTC'"],
    ["time_zone = 'Mars/Olympus'", "time_zone = 'UTC'"],
  ] as const) {
    await change(set);
    expect(await verify(), set).toMatchObject({ valid: false, integrityVerified: false });
    expect((await fetch(verificationUrl)).status, set).toBe(200);
    await change(back);
    expect((await verify()).valid, back).toBe(true);
  }
});
