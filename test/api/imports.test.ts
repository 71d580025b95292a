import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { changeAllowance } from '../../domain/imports/change-allowance.ts';
import { readAllowance } from '../../domain/imports/read-allowance.ts';
import { cleanUp } from '../../domain/maintenance/clean-up.ts';
import { listNumberSeries } from '../../domain/numbering/list.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { openSandbox } from '../../domain/sandbox/open.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { operate } from '../support/command.ts';
import type { Laurel, Tenant } from '../support/laurel.ts';
import { query, startWithLog } from '../support/log.ts';
import { pdfOf, uploadOriginal } from '../support/original-pdf.ts';
import { photograph, portraitTemplate, uploadPicture } from '../support/portraits.ts';

const box = { x: 10, width: 280, height: 40, font: 'Inter', size: 12 };
const DESIGN = {
  name: 'First aid',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  elements: [
    { type: 'text', ...box, y: 10, text: '{{name}}' },
    { type: 'text', ...box, y: 60, text: '{{issuedOn}} {{certificateNumber}}' },
  ],
};
const AWARD = { recipientName: 'Ada Lovelace', awardedOn: '2021-05-03' };

let laurel: Laurel;
beforeAll(async () => {
  laurel = await startWithLog();
});

async function tenantWith(design: object = DESIGN): Promise<Tenant> {
  const tenant = await laurel.tenant();
  const { id: templateId } = await importTemplate(laurel.context(tenant), design);
  return { ...tenant, templateId };
}

const importAll = ({ key, templateId }: Tenant, certificates: object[], more: object = {}) =>
  laurel.call('/certificates/import', { key, body: { templateId, certificates, ...more } });
const verify = async (hash: string) => (await laurel.call(`/verify/${hash}`)).body;
const faults = ({ body }: { body: { details?: { path: string; code: string }[] } }) =>
  (body.details ?? []).map(({ path, code }) => `${path} ${code}`);
const typesAbout = async ({ key }: Tenant, id: string) => {
  const { events } = (await laurel.call('/events?limit=100', { key })).body;
  return events
    .filter(({ data }: { data: { certificateId?: string } }) => data.certificateId === id)
    .map(({ type }: { type: string }) => type);
};

const violationsOf = async (tenant: Tenant) =>
  (await reconcile(laurel.installation.services)).violations.filter(
    ({ organisationId }) => organisationId === null || organisationId === tenant.organisationId,
  );

const uploadFile = (key: string, content: Buffer) => uploadOriginal(laurel, key, content);

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

test('renders an imported certificate that says when it was awarded, imported, and the platform before', async () => {
  const tenant = await tenantWith();
  const more = { number: 'A-7', externalId: 'crm-7', recipientEmail: 'ada@example.org', expiresAt: '2099-05-03' };
  const answer = await importAll(tenant, [{ ...AWARD, ...more }], { issuer: 'Old Platform' });
  expect([answer.status, answer.body.imported, answer.body.credits]).toEqual([201, 1, { consumed: 0, remaining: 100 }]);
  const [{ id, externalId, verificationHash, verificationUrl }] = answer.body.certificates;
  expect([externalId, verificationUrl.endsWith(verificationHash)]).toEqual(['crm-7', true]);
  const certificate = await laurel.rendered(tenant.key, id);
  expect(certificate).toMatchObject({
    ...{ status: 'GENERATED', number: 'A-7', awardedOn: '2021-05-03', expiresAt: '2099-05-04T00:00:00.000Z' },
    imported: { at: certificate.createdAt, issuer: 'Old Platform' },
  });
  const { valid, certificate: verified } = await verify(verificationHash);
  expect([valid, verified.imported]).toEqual([true, certificate.imported]);
  const page = await (await fetch(verificationUrl, { headers: { 'Accept-Language': 'en' } })).text();
  expect(page).toMatch(/Issued on<\/dt><dd><time datetime="2021-05-03">/);
  expect(page).toContain('Imported on');
  expect(page).toContain('Old Platform');
  const credential = JSON.parse(await (await fetch(certificate.credentialUrl)).text());
  expect(credential.validFrom.slice(0, 10)).toBe(certificate.createdAt.slice(0, 10));
  expect(credential.evidence[1]).toMatchObject({ genre: 'Import', name: 'Old Platform' });
  expect(credential.awardedDate).toBe('2021-05-03T00:00:00Z');
  expect(await typesAbout(tenant, id)).toEqual(['certificate.imported']);
  expect(await violationsOf(tenant)).toEqual([]);
});

test('keeps an original PDF byte for byte, serves it as an attachment, and shows its first page', async () => {
  const tenant = await tenantWith();
  const pdf = await pdfOf('Diploma of 2021');
  const { status, body } = await uploadFile(tenant.key, pdf);
  expect([status, body]).toEqual([201, { file: `file:${sha256(pdf)}` }]);
  expect((await uploadFile(tenant.key, pdf)).body).toEqual(body);
  const row = { ...AWARD, recipientEmail: 'ada@example.org', originalPdf: body.file };
  const answer = await importAll({ ...tenant, templateId: undefined as never }, [row]);
  expect(answer.status).toBe(201);
  const certificate = await laurel.rendered(tenant.key, answer.body.certificates[0].id);
  expect([certificate.template, certificate.variables, certificate.imported.issuer]).toEqual([null, {}, null]);
  const served = await fetch(certificate.pdfUrl);
  expect(served.headers.get('Content-Disposition')).toMatch(/^attachment/);
  expect(sha256(Buffer.from(await served.arrayBuffer()))).toBe(sha256(pdf));
  const png = await bytesOf(certificate.imageUrl);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([800, 600]);
  const verified = await verify(certificate.verificationHash);
  expect([verified.valid, verified.certificate.templateName]).toEqual([true, null]);
  expect((await fetch(certificate.verificationUrl)).status).toBe(200);
  expect((await laurel.call(`/certificates?search=Lovelace`, { key: tenant.key })).body.certificates).toHaveLength(1);
  const corrected = await laurel.call(`/certificates/${certificate.id}/correct`, {
    ...{ key: tenant.key, body: { variables: {}, awardedOn: '2021-05-04', reason: 'a mistake' } },
  });
  expect([corrected.status, corrected.body.reason]).toEqual([409, 'original_unchangeable']);
  const renewed = await laurel.call(`/certificates/${certificate.id}/renew`, { key: tenant.key, body: {} });
  expect([renewed.status, renewed.body.reason]).toEqual([409, 'template_unavailable']);
  const extended = await laurel.call(`/certificates/${certificate.id}/expiry`, {
    ...{ key: tenant.key, body: { expiresAt: '2098-01-01', reason: 'extended' } },
  });
  expect([extended.status, extended.body.renderStatus]).toEqual([200, 'COMPLETED']);
  expect((await verify(certificate.verificationHash)).valid).toBe(true);
  expect(await violationsOf(tenant)).toEqual([]);
});

test('an original PDF leads to its live certificate, although a test and a failed import came before', async () => {
  const tenant = await tenantWith();
  const pdf = await pdfOf('Tried before');
  const sandbox = await openSandbox(laurel.context(tenant));
  const test = await createApiKey(sandbox, { name: 'test', scopes: ['certificates:import'] });
  const importWith = async (key: string): Promise<string> => {
    const { file: originalPdf } = (await uploadFile(key, pdf)).body;
    const answer = await importAll({ ...tenant, key, templateId: undefined as never }, [{ ...AWARD, originalPdf }]);
    return answer.body.certificates[0].verificationUrl;
  };
  const pageOf = async () =>
    (await fetch(`${laurel.url}/verify/${sha256(pdf)}`, { redirect: 'manual' })).headers.get('Location');
  const tried = await importWith(test.key);
  expect(await pageOf()).toBe(tried);
  const failed = await importWith(tenant.key);
  await query(
    laurel,
    `update certificates set render_status = 'FAILED' where organisation_id = '${tenant.organisationId}'`,
  );
  expect(await pageOf()).toBe(failed);
  const issued = await importWith(tenant.key);
  await importWith(tenant.key);
  expect(await pageOf()).toBe(issued);
});

test('imports expired and revoked certificates as such, without further events', async () => {
  const tenant = await tenantWith();
  const revoked = { at: '2022-01-31T10:00:00Z', reason: 'Withdrawn by the board' };
  const answer = await importAll(tenant, [
    { ...AWARD, expiresAt: '2023-05-03' },
    { ...AWARD, revoked },
  ]);
  const [expired, withdrawn] = await Promise.all(
    answer.body.certificates.map(({ id }: { id: string }) => laurel.rendered(tenant.key, id)),
  );
  expect([expired.status, expired.expiresAt]).toEqual(['EXPIRED', '2023-05-04T00:00:00.000Z']);
  expect(withdrawn).toMatchObject({
    ...{ status: 'REVOKED', revokedAt: '2022-01-31T10:00:00.000Z', revokedReason: revoked.reason },
  });
  const verified = await verify(withdrawn.verificationHash);
  expect([verified.valid, verified.integrityVerified, verified.certificate.status]).toEqual([false, true, 'REVOKED']);
  expect((await verify(expired.verificationHash)).integrityVerified).toBe(true);
  expect(await typesAbout(tenant, withdrawn.id)).toEqual(['certificate.imported']);
  expect(await typesAbout(tenant, expired.id)).toEqual(['certificate.imported']);
  expect(await violationsOf(tenant)).toEqual([]);
});

test('names each fault of a row, and imports nothing', async () => {
  const tenant = await tenantWith();
  const { body } = await importAll(tenant, [{ ...AWARD, number: 'N-1', legacyCode: 'abc' }]);
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const { file: originalPdf } = (await uploadFile(tenant.key, await pdfOf('Named in two lines'))).body;
  const named = { awardedOn: '2021-05-03', originalPdf };
  const refused = await importAll(tenant, [
    { ...AWARD, awardedOn: '1899-12-31' },
    { ...AWARD, awardedOn: tomorrow },
    { ...AWARD, expiresAt: '2021-05-02' },
    { ...AWARD, number: 'N-1' },
    { ...AWARD, number: 'N-2' },
    { ...AWARD, number: 'N-2', legacyCode: 'abc' },
    { ...AWARD, originalPdf: `file:${'0'.repeat(64)}` },
    { awardedOn: '2021-05-03' },
    { ...AWARD, variables: { nmae: 'Ada' } },
    { ...AWARD, revoked: { at: '2020-01-01', reason: 'x' } },
    { ...AWARD, variables: { name: 'Grace' } },
    { ...named, variables: { name: 'Ada\nLovelace' } },
  ]);
  expect([refused.status, faults(refused)]).toEqual([
    400,
    [
      'certificates[0].awardedOn too_early',
      'certificates[1].awardedOn too_late',
      'certificates[2].expiresAt before_award',
      'certificates[3].number number_taken',
      'certificates[5].number number_taken',
      'certificates[5].legacyCode legacy_code_taken',
      'certificates[6].originalPdf unknown_file',
      'certificates[7].variables.name required',
      'certificates[8].variables.nmae unknown_variable',
      'certificates[9].revoked.at before_award',
      'certificates[10].recipientName name_differs',
      'certificates[11].variables.name control_character',
    ],
  ]);
  const list = (await laurel.call('/certificates', { key: tenant.key })).body.certificates;
  expect(list.map(({ id }: { id: string }) => id)).toEqual([body.certificates[0].id]);
  const sourceless = await importAll({ ...tenant, templateId: undefined as never }, [AWARD]);
  expect(faults(sourceless)).toEqual(['certificates[0].originalPdf original_or_template']);
  const other = await importAll(await tenantWith(), [{ ...AWARD, number: 'N-1', legacyCode: 'abc' }]);
  expect(other.status).toBe(201);
  // The day of the award begins at 04:00 in UTC.
  const zoned = await tenantWith();
  await laurel.call('/organisation', { key: zoned.key, method: 'PUT', body: { timeZone: 'America/New_York' } });
  const revokedAt = (at: string) => importAll(zoned, [{ ...AWARD, revoked: { at, reason: 'x' } }]);
  expect(faults(await revokedAt('2021-05-03T03:59:59Z'))).toEqual(['certificates[0].revoked.at before_award']);
  expect((await revokedAt('2021-05-03T04:00:00Z')).status).toBe(201);
  expect((await importAll(zoned, [{ ...AWARD, awardedOn: '1900-01-01' }])).status).toBe(201);
});

test('imports one valid certificate of a recipient if the template allows one, besides revoked and expired ones', async () => {
  const tenant = await tenantWith({ ...DESIGN, uniqueBy: 'recipientEmail' });
  const row = { ...AWARD, recipientEmail: 'ada@example.org' };
  const ended = [
    { ...row, revoked: { at: '2022-01-31T10:00:00Z', reason: 'x' } },
    { ...row, expiresAt: '2023-05-03' },
  ];
  expect(faults(await importAll(tenant, [row, ...ended, row]))).toEqual(['certificates[3].recipientEmail duplicate']);
  expect((await importAll(tenant, [row, ...ended])).status).toBe(201);
  expect(faults(await importAll(tenant, [row]))).toEqual(['certificates[0].recipientEmail duplicate']);
  expect((await importAll(tenant, ended)).status).toBe(201);
});

test('imports one of several imports of a recipient at the same time if the template allows one certificate', async () => {
  const tenant = await tenantWith({ ...DESIGN, uniqueBy: 'recipientEmail' });
  const row = { ...AWARD, recipientEmail: 'ada@example.org' };
  const answers = await Promise.all(Array.from({ length: 4 }, () => importAll(tenant, [row])));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
});

test('warns of a name by the member that has it', async () => {
  const named = { awardedOn: '2021-05-03', variables: { name: 'GRACE HOPPER' } };
  const certificates = [
    { ...AWARD, recipientName: 'Lovelace, Ada' },
    named,
    { ...named, recipientName: 'GRACE HOPPER' },
  ];
  const { body } = await importAll(await tenantWith(), certificates, { dryRun: true });
  expect(body.warnings.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)).toEqual([
    'certificates[0].recipientName surname_first',
    'certificates[1].variables.name all_capitals',
    'certificates[2].recipientName all_capitals',
    'certificates[2].recipientName same_recipient',
  ]);
});

test('refuses files that are no PDFs or are encrypted, and the files of other organisations', async () => {
  const [tenant, other] = [await tenantWith(), await tenantWith()];
  const answer = await uploadFile(tenant.key, Buffer.from('no PDF'));
  expect([answer.status, faults(answer)]).toEqual([400, ['file not_a_pdf']]);
  const broken = await uploadFile(tenant.key, Buffer.from('%PDF-1.7\nbroken'));
  expect([broken.status, faults(broken)]).toEqual([400, ['file pdf_not_drawable']]);
  const pdf = await pdfOf('Mine');
  const { body } = await uploadFile(tenant.key, pdf);
  const foreign = await importAll(other, [{ ...AWARD, originalPdf: body.file }]);
  expect([foreign.status, faults(foreign)]).toEqual([400, ['certificates[0].originalPdf unknown_file']]);
  expect((await uploadFile(other.key, pdf)).body).toEqual(body);
  expect((await importAll(other, [{ ...AWARD, originalPdf: body.file }])).status).toBe(201);
});

test('uses the allowance, then a credit for each certificate that is rendered', async () => {
  const tenant = await tenantWith();
  const { services } = laurel.installation;
  await importAll(tenant, [AWARD]);
  // Most of the allowance is used, as if 9,997 had been imported before.
  const context = laurel.context(tenant);
  await services.em().transactional((em) => changeAllowance(em, context, () => ({ granted: 3 })));
  const { body } = await uploadFile(tenant.key, await pdfOf('Beyond'));
  const rows = [AWARD, AWARD, AWARD, { ...AWARD, originalPdf: body.file }, AWARD];
  const tried = await importAll(tenant, rows, { dryRun: true });
  expect([tried.status, tried.body.credits]).toEqual([201, { consumed: 0, remaining: 100 }]);
  const answer = await importAll(tenant, rows);
  expect([answer.status, answer.body.credits]).toEqual([201, { consumed: 2, remaining: 98 }]);
  expect((await laurel.call('/credits', { key: tenant.key })).body.balance).toBe(98);
  for (const { id } of answer.body.certificates) await laurel.rendered(tenant.key, id);
  expect(await violationsOf(tenant)).toEqual([]);
  const many = await importAll(
    tenant,
    Array.from({ length: 99 }, () => AWARD),
  );
  expect([many.status, many.body.error.code]).toEqual([403, 'INSUFFICIENT_CREDITS']);
});

test('leads a former code to the page, and blocks an address that guesses, even at once', async () => {
  const tenant = await tenantWith();
  const { body } = await importAll(tenant, [{ ...AWARD, legacyCode: 'aB-1._~' }]);
  const at = (code: string) =>
    fetch(`${laurel.url}/v/${tenant.organisationId}/${code}`, {
      redirect: 'manual',
      headers: { 'Accept-Language': 'en' },
    });
  const found = await at('aB-1._~');
  expect([found.status, found.headers.get('Location')]).toEqual([302, body.certificates[0].verificationUrl]);
  const inGerman = await at('aB-1._~?lang=de');
  expect(inGerman.headers.get('Location')).toBe(`${body.certificates[0].verificationUrl}?lang=de`);
  const guesses = await Promise.all(Array.from({ length: 40 }, (_, guess) => at(`AB-1._~${guess || ''}`)));
  expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(20).fill(404), ...Array(20).fill(429)]);
  const blocked = await at('aB-1._~');
  expect([blocked.status, Number(blocked.headers.get('Retry-After')) > 60]).toEqual([429, true]);
  await query(laurel, `delete from rate_limits where key like 'legacy-codes%'`);
});

test('a series skips the numbers that were imported', async () => {
  const tenant = await laurel.tenant();
  await operate(
    laurel,
    'number-series',
    'create',
    '--organisation',
    tenant.organisationId,
    '--name',
    'D',
    '--pattern',
    'N-{#}',
  );
  const { id: templateId } = await importTemplate(laurel.context(tenant), { ...DESIGN, numbering: { series: 'D' } });
  await importAll({ ...tenant, templateId }, [{ ...AWARD, number: 'N-2' }, AWARD]);
  const issue = async () =>
    (await laurel.call('/certificates', { key: tenant.key, body: { templateId, variables: { name: 'Ada' } } })).body
      .number;
  const next = async () => (await listNumberSeries(laurel.context(tenant))).numberSeries[0]?.next;
  expect([await next(), await issue(), await next(), await issue()]).toEqual(['N-1', 'N-1', 'N-3', 'N-3']);
  expect(await violationsOf(tenant)).toEqual([]);
});

test('gives back the place or the credit of an import that cannot be rendered, and lists it as failed', async () => {
  const tenant = await laurel.tenant();
  const templateId = await portraitTemplate(laurel, tenant);
  const context = laurel.context(tenant);
  const { services } = laurel.installation;
  await services.em().transactional((em) => changeAllowance(em, context, () => ({ granted: 1 })));
  const { asset } = (await uploadPicture(laurel, tenant.key, await photograph('#642'))).body;
  await query(laurel, `delete from files where organisation_id = '${tenant.organisationId}' and name like 'asset-%'`);
  const row = { variables: { name: 'Ada', portrait: asset }, awardedOn: '2021-05-03' };
  const { body } = await importAll({ ...tenant, templateId }, [row, row]);
  expect(body.credits).toEqual({ consumed: 1, remaining: 99 });
  const ids = body.certificates.map(({ id }: { id: string }) => id);
  for (const id of ids) expect((await laurel.rendered(tenant.key, id, { hurried: true })).renderStatus).toBe('FAILED');
  expect((await laurel.call('/credits', { key: tenant.key })).body.balance).toBe(100);
  expect(await readAllowance(context)).toEqual({ granted: 1, used: 0, remaining: 1 });
  const failed = (await laurel.call('/certificates?renderStatus=FAILED', { key: tenant.key })).body.certificates;
  expect(failed.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.toSorted());
  const paged: string[] = [];
  for (let cursor: string | null = ''; cursor !== null && paged.length < 3; ) {
    const path: string = `/certificates?renderStatus=FAILED&sort=oldest&limit=1${cursor && `&cursor=${cursor}`}`;
    const page = (await laurel.call(path, { key: tenant.key })).body;
    paged.push(...page.certificates.map(({ id }: { id: string }) => id));
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(ids);
  expect(await typesAbout(tenant, ids[0])).toEqual(['certificate.imported', 'certificate.failed']);
  // The deleted picture is one.
  expect((await violationsOf(tenant)).map(({ invariant }) => invariant)).toEqual(['files']);
  // An original without a place costs nothing, so nothing is given back.
  const unpaid = await tenantWith();
  await services.em().transactional((em) => changeAllowance(em, laurel.context(unpaid), () => ({ granted: 0 })));
  const { file: originalPdf } = (await uploadFile(unpaid.key, await pdfOf('Unpaid'))).body;
  await query(laurel, `delete from files where organisation_id = '${unpaid.organisationId}' and name like 'import-%'`);
  const original = (await importAll(unpaid, [{ ...AWARD, originalPdf }])).body.certificates[0];
  expect((await laurel.rendered(unpaid.key, original.id, { hurried: true })).renderStatus).toBe('FAILED');
  expect(await readAllowance(laurel.context(unpaid))).toEqual({ granted: 0, used: 0, remaining: 0 });
  expect((await laurel.call('/credits', { key: unpaid.key })).body.balance).toBe(100);
});

test('concurrent imports and issues of one number make it once, and lose nothing', async () => {
  const tenant = await laurel.tenant();
  await operate(
    ...([laurel, 'number-series', 'create', '--organisation', tenant.organisationId] as const),
    ...['--name', 'D', '--pattern', 'N-{#}'],
  );
  const { id: templateId } = await importTemplate(laurel.context(tenant), { ...DESIGN, numbering: { series: 'D' } });
  const given = { ...tenant, templateId };
  const issue = () =>
    laurel.call('/certificates', { key: tenant.key, body: { templateId, variables: { name: 'Ada' } } });
  const answers = await Promise.all(
    [1, 2, 3, 4].flatMap((number) => [importAll(given, [{ ...AWARD, number: `N-${number}` }]), issue()]),
  );
  expect(answers.every(({ status }) => [201, 400, 503].includes(status))).toBe(true);
  const made = answers.filter(({ status }) => status === 201).length;
  const rows = (await laurel.call('/certificates?limit=100', { key: tenant.key })).body.certificates;
  const numbers = rows.map(({ number }: { number: string }) => number);
  expect([rows.length, new Set(numbers).size]).toEqual([made, made]);
  expect(await violationsOf(tenant)).toEqual([]);
});

test('repeats the answer for an Idempotency-Key, and needs its scope', async () => {
  const tenant = await tenantWith();
  const call = (headers: Record<string, string>) =>
    laurel.call('/certificates/import', {
      ...{ key: tenant.key, headers, body: { templateId: tenant.templateId, certificates: [AWARD] } },
    });
  const [first, second] = [await call({ 'Idempotency-Key': 'k' }), await call({ 'Idempotency-Key': 'k' })];
  expect([second.body, second.headers.get('Idempotency-Replayed')]).toEqual([first.body, 'true']);
  const { key } = await laurel.tenant({ scopes: ['certificates:write'] });
  const refused = await laurel.call('/certificates/import', { key, body: { certificates: [AWARD] } });
  expect([refused.status, refused.body.reason]).toEqual([403, 'missing_scope']);
});

test('files that wait for an import take places and room, and others do not', async () => {
  const { key, organisationId } = await tenantWith();
  const fill = (count: number, size: number) =>
    query(
      laurel,
      `insert into import_files (organisation_id, digest, file_name, image_digest, size, uploaded_by, uploaded_at, used_at, mac)
        select '${organisationId}', sha256(n::text::bytea), 'f' || n, sha256(''), ${size}, 'x', now(), now(), ''
        from generate_series(1, ${count}) n`,
    );
  const change = (statement: string) => query(laurel, `${statement} where organisation_id = '${organisationId}'`);
  const pdf = await pdfOf('One more');
  const add = async () => {
    const { status, body } = await uploadFile(key, pdf);
    return [status, body.reason];
  };
  await fill(5000, 1_000_000);
  expect(await add()).toEqual([201, undefined]);
  await change('delete from import_files');
  await fill(5000, 1);
  await change('update import_files set used_at = null');
  expect(await add()).toEqual([409, 'limit_reached']);
  await change('delete from import_files');
  await fill(2, 2_000_000_000);
  await change('update import_files set used_at = null');
  expect(await add()).toEqual([409, 'limit_reached']);
  await change('delete from import_files');
});

test('deletes files that no import has used for a day, and keeps those that wait to be rendered', async () => {
  const tenant = await tenantWith();
  const [unused, waiting] = [await pdfOf('Unused'), await pdfOf('Waiting')];
  const names = [(await uploadFile(tenant.key, unused)).body.file, (await uploadFile(tenant.key, waiting)).body.file];
  const { body } = await importAll(tenant, [{ ...AWARD, originalPdf: names[1] }]);
  const { id, pdfUrl } = await laurel.rendered(tenant.key, body.certificates[0].id);
  const age = (hours: number) =>
    query(
      laurel,
      `update import_files set uploaded_at = uploaded_at - interval '${hours} hours', used_at = used_at - interval '${hours} hours'`,
    );
  await query(laurel, `update certificates set render_status = 'PENDING' where id = '${id}'`);
  const left = async () =>
    (
      await query<{ digest: string }>(
        laurel,
        `select encode(digest, 'hex') as digest from import_files where organisation_id = '${tenant.organisationId}'`,
      )
    ).map(({ digest }) => digest);
  const again = await pdfOf('Again');
  await uploadFile(tenant.key, again);
  await age(23);
  await cleanUp(laurel.installation.services);
  expect(await left()).toHaveLength(3);
  await uploadFile(tenant.key, again);
  await age(2);
  await cleanUp(laurel.installation.services);
  expect((await left()).sort()).toEqual([sha256(waiting), sha256(again)].sort());
  await query(laurel, `update certificates set render_status = 'RENDERING' where id = '${id}'`);
  await age(23);
  await cleanUp(laurel.installation.services);
  expect(await left()).toEqual([sha256(waiting)]);
  await query(laurel, `update certificates set render_status = 'COMPLETED' where id = '${id}'`);
  // Kept for a day after its last upload, and after its last use.
  await uploadFile(tenant.key, waiting);
  await cleanUp(laurel.installation.services);
  expect(await left()).toEqual([sha256(waiting)]);
  await age(25);
  const later = await importAll(tenant, [{ ...AWARD, originalPdf: names[1] }]);
  await laurel.rendered(tenant.key, later.body.certificates[0].id);
  await cleanUp(laurel.installation.services);
  expect(await left()).toEqual([sha256(waiting)]);
  await age(25);
  await cleanUp(laurel.installation.services);
  expect(await left()).toEqual([]);
  expect(sha256(await bytesOf(pdfUrl))).toBe(sha256(waiting));
  const refused = await importAll(tenant, [{ ...AWARD, originalPdf: names[0] }]);
  expect(faults(refused)).toEqual(['certificates[0].originalPdf unknown_file']);
});
