import { beforeAll, expect, test } from 'vitest';
import { importTemplate } from '../../domain/templates/import.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { lastMailTo } from '../support/mailbox.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let laurel: Laurel;
let tenant: Tenant;

const text = (content: string, y: number, more: object = {}) => {
  return {
    type: 'text',
    x: 20,
    y,
    width: 400,
    height: 30,
    text: content,
    font: 'Inter',
    size: 14,
    minSize: 5,
    ...more,
  };
};
const GRADES = ['A', 'B', 'C'];
const DESIGN = {
  name: 'Typed',
  recipientNameVariable: 'name',
  page: { width: 500, height: 300 },
  language: { variable: 'language', default: 'en' },
  variables: {
    name: { label: 'Full name' },
    day: { label: 'Completed on', type: 'date', format: 'long', required: true, sample: '2026-01-31' },
    hours: { type: 'number', default: '40', description: 'Lessons and practice' },
    grade: { type: 'choice', options: GRADES, required: false },
    honours: { default: '' },
  },
  elements: [
    text('{{name}}', 20),
    text('{{day}}, {{hours}} h', 60),
    text('With distinction', 100, { showIf: { variable: 'grade', oneOf: ['A'] } }),
    text('{{constructor}} {{__proto__}}', 140),
    text('{{grade}}', 180, { showIf: { variable: 'honours', isEmpty: true } }),
  ],
};
const names = ['name', 'day', 'hours', 'grade', 'constructor', '__proto__', 'honours', 'language'];
/** JSON.parse keeps the name `__proto__`. */
const VALUES: Record<string, string> = JSON.parse(
  '{"name":"Ada","day":"2026-03-05","grade":"A","constructor":"x","__proto__":"y"}',
);
const withValues = (more: Record<string, string>) =>
  Object.fromEntries([...Object.entries(VALUES), ...Object.entries(more)]);

beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ credits: 100 });
  const { id: templateId } = await importTemplate(laurel.context(tenant), DESIGN);
  tenant = { ...tenant, templateId };
});

const generate = (variables: unknown, more: object = {}) =>
  laurel.call('/certificates', { key: tenant.key, body: { templateId: tenant.templateId, variables, ...more } });
const remaining = async () => (await laurel.call('/credits', { key: tenant.key })).body;

test('a template lists its variables with their definitions, beside their names', async () => {
  const { body } = await laurel.call(`/templates/${tenant.templateId}`, { key: tenant.key });
  const plain = {
    type: 'text',
    required: false,
    optional: false,
    default: null,
    sample: null,
    options: null,
    format: null,
    description: null,
  };
  expect(body.detectedVariables).toEqual(names);
  expect(body.variables).toEqual([
    { ...plain, name: 'name', label: 'Full name', required: true },
    {
      ...plain,
      name: 'day',
      label: 'Completed on',
      type: 'date',
      format: 'long',
      required: true,
      sample: '2026-01-31',
    },
    {
      ...plain,
      name: 'hours',
      label: 'hours',
      type: 'number',
      optional: true,
      default: '40',
      description: 'Lessons and practice',
    },
    { ...plain, name: 'grade', label: 'grade', type: 'choice', optional: true, options: GRADES },
    { ...plain, name: 'constructor', label: 'constructor' },
    { ...plain, name: '__proto__', label: '__proto__' },
    { ...plain, name: 'honours', label: 'honours', optional: true, default: '' },
    { ...plain, name: 'language', label: 'language', optional: true, default: 'en' },
  ]);
  const list = await laurel.call('/templates', { key: tenant.key });
  expect(list.body.templates.find(({ id }: { id: string }) => id === tenant.templateId).variables).toEqual(
    body.variables,
  );
  const classic = list.body.templates.find(({ id }: { id: string }) => id !== tenant.templateId);
  expect(classic.variables.map(({ name }: { name: string }) => name)).toEqual(classic.detectedVariables);
});

test('a default replaces an omitted or empty value, and is stored in the certificate', async () => {
  const { body } = await generate(withValues({ hours: '' }));
  const { body: certificate } = await laurel.call(`/certificates/${body.id}`, { key: tenant.key });
  const kept = Object.entries(certificate.variables).sort();
  expect(kept).toEqual(Object.entries(withValues({ hours: '40', honours: '', language: 'en' })).sort());
  expect((await laurel.call(`/verify/${body.verificationHash}`)).body).toMatchObject({ valid: true });
});

test.each([
  ['day', { day: '2026-02-30' }, 'not_a_date'],
  ['day', { day: ' ' }, 'blank'],
  ['day', { day: '' }, 'blank'],
  ['hours', { hours: '1 000' }, 'not_a_number'],
  ['grade', { grade: 'D' }, 'not_an_option'],
  ['language', { language: 'German' }, 'not_a_language'],
  ['name', { name: '\u200b ' }, 'blank'],
  ['name', { name: 'A\u0007' }, 'control_character'],
  ['name', { name: 'A\u0085' }, 'control_character'],
  ['name', { name: 'A\ud800' }, 'malformed_text'],
  ['other', { other: 'x' }, 'unknown_variable'],
])('rejects a wrong value of %s by its name, before spending a credit: %j', async (name, wrong, code) => {
  const before = await remaining();
  const { status, body } = await generate(withValues(wrong));
  expect([status, body.error.code, body.details]).toEqual([
    400,
    'VALIDATION_ERROR',
    [expect.objectContaining({ path: `variables.${name}`, code })],
  ]);
  const batch = {
    templateId: tenant.templateId,
    recipients: [{ variables: VALUES }, { variables: withValues(wrong) }],
  };
  const refused = await laurel.call('/batches', { key: tenant.key, body: batch });
  expect([refused.status, refused.body.details]).toEqual([
    400,
    [expect.objectContaining({ path: `recipients[1].variables.${name}`, code })],
  ]);
  expect(await remaining()).toEqual(before);
});

test('a variable without a default is required, even if only a condition uses it', async () => {
  const { day: _, ...others } = VALUES;
  expect((await generate(others)).body.details).toEqual([
    expect.objectContaining({ path: 'variables.day', code: 'required' }),
  ]);
});

test('the check of a batch and a preview report the same faults, and a preview has samples for omitted values', async () => {
  const session = await sessionOf(laurel, tenant, 'typed@variables.example', 'owner');
  const native = nativeClient(laurel, session);
  const recipients = [{ variables: VALUES }, { variables: withValues({ day: '5.3.2026', grade: 'D' }) }];
  const { problems } = await native.batches.check.mutate({ templateId: tenant.templateId, recipients });
  expect(problems.map(({ path }) => path)).toEqual(['recipients[1].variables.day', 'recipients[1].variables.grade']);
  const preview = (variables: Record<string, string>) =>
    native.templates.preview.query({ id: tenant.templateId, variables });
  expect((await preview({})).problems).toEqual([]);
  const given = withValues({ honours: '' });
  const pictures = await Promise.all(
    [given, { ...given, hours: '' }, { ...given, hours: '41' }, { ...given, grade: '' }].map(preview),
  );
  const [all, ...others] = pictures.map(({ image }) => image);
  expect(all).toMatch(/^data:image\/png;base64,/);
  expect(
    others.map((image) => image === all),
    'an empty value is replaced by its default, or blank',
  ).toEqual([true, false, false]);
  expect((await preview({ day: 'soon' })).problems).toMatchObject([{ variable: 'day' }]);
});

test('a preview has the dates of the certificate, and no number if the template gives none', async () => {
  const native = nativeClient(laurel, await sessionOf(laurel, tenant, 'dates@variables.example', 'owner'));
  const templateWith = async (content: string, more: object = {}) => {
    const design = { ...DESIGN, variables: {}, language: 'en', elements: [text(content, 20)], ...more };
    return (await importTemplate(laurel.context(tenant), design)).id;
  };
  const imageOf = async (id: string, more: object = {}) =>
    (await native.templates.preview.query({ id, variables: { name: '' }, ...more })).image;
  const dated = await templateWith('{{name}}{{issuedOn}} {{expiresOn}}', { validity: { months: 12 } });
  const awardedOn = '2026-03-05';
  const byTemplate = await imageOf(dated, { awardedOn });
  expect(await imageOf(dated, { awardedOn, expiresAt: '2027-03-05' })).toBe(byTemplate);
  // Dates that an issue refuses are shown, too.
  const refused = [{ awardedOn: '0001-01-01' }, { expiresAt: '9999-12-31' }, { expiresAt: '0001-01-01T00:00:00Z' }];
  const others = [{ awardedOn: '2026-03-04', expiresAt: '2027-03-05' }, { awardedOn, expiresAt: null }, {}, ...refused];
  for (const other of others) expect(await imageOf(dated, other)).not.toBe(byTemplate);
  const unnumbered = await imageOf(await templateWith('{{name}}{{certificateNumber}}'));
  expect(unnumbered).toBe(await imageOf(await templateWith('{{name}}')));
});

test('a preview shows no name of an organisation that has none, as its certificates do', async () => {
  const nameless = await laurel.tenant();
  await laurel.call('/organisation', { key: nameless.key, method: 'PUT', body: { organizationName: null } });
  const native = nativeClient(laurel, await sessionOf(laurel, nameless, 'nameless@variables.example', 'owner'));
  const imageOf = async (content: string) => {
    const design = { ...DESIGN, variables: {}, language: 'en', elements: [text(content, 20)] };
    const { id } = await importTemplate(laurel.context(nameless), design);
    return (await native.templates.preview.query({ id, variables: { name: 'Ada' } })).image;
  };
  expect(await imageOf('{{name}}{{organizationName}}')).toBe(await imageOf('{{name}}'));
});

test("an e-mail is in the certificate's language, and the page in its viewer's", async () => {
  const recipientEmail = 'ada@variables.example';
  const { body } = await generate(withValues({ language: 'de-AT' }), { recipientEmail, sendEmail: true });
  const page = async (query: string, asked: string, agent = BROWSER) => {
    const headers = { 'Accept-Language': asked, 'User-Agent': agent };
    return (await fetch(`${laurel.url}/verify/${body.verificationHash}${query}`, { headers })).text();
  };
  const french = await page('', 'fr');
  expect(french).toContain('Ce certificat est valide.');
  expect(french).toMatch(/Langue du certificat: <a href="[^"]+\?lang=de" lang="de" hreflang="de">Deutsch<\/a>/);
  expect(await page('?lang=es', 'fr')).toContain('Este certificado es válido.');
  expect(await page('?lang=xx', 'fr')).toContain('Ce certificat est valide.');
  expect(await page('', 'nl')).toContain('Dieses Zertifikat ist gültig.');
  expect(await page('', 'de')).not.toContain('Sprache des Zertifikats');
  // A preview of a link is for readers whose languages the program does not know.
  expect(await page('', 'en', 'LinkedInBot/1.0 (compatible; Mozilla/5.0)')).toContain('Dieses Zertifikat ist gültig.');
  await laurel.rendered(tenant.key, body.id);
  const mail = await lastMailTo(recipientEmail);
  expect(mail.subject).toBe('Ihr Zertifikat: Typed');
  expect(mail.html).toContain('Zertifikat ansehen');
});
