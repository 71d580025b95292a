import { beforeAll, expect, test } from 'vitest';
import { importTemplate } from '../../domain/templates/import.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

const text = (content: string, more: object) => ({
  ...{ type: 'text', x: 20, width: 300, height: 40, size: 20, text: content },
  ...more,
});
/** A design with a code that is too small for its address and a light one, whose font lacks the letters of names in Cyrillic. */
const DESIGN = {
  name: 'Warnings',
  recipientNameVariable: 'name',
  page: { width: 400, height: 300 },
  elements: [
    text('{{name}}', { font: 'Great Vibes', y: 20 }),
    { type: 'qr', x: 20, y: 100, width: 34, height: 34 },
    { type: 'qr', x: 120, y: 100, width: 120, height: 120, color: '#ffffff', background: '#1f2a44' },
  ],
};
const OF_CODES = [
  { path: 'elements[1]', code: 'qr_dense', params: { side: 34, least: expect.any(Number) } },
  { path: 'elements[2]', code: 'light_code', message: expect.stringContaining('lighter'), params: {} },
];

let laurel: Laurel;
let tenant: Tenant;
let templateId: string;

beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ scopes: ['templates:write', 'certificates:write'] });
  const { id, warnings } = await importTemplate(laurel.context(tenant), DESIGN);
  templateId = id;
  expect(byPath(warnings)).toMatchObject(OF_CODES);
});

const byPath = <One extends { path: string }>(warnings: readonly One[]): One[] =>
  warnings.toSorted((a, b) => (a.path < b.path ? -1 : 1));
const call = (path: string, body: object, more: object = {}) => laurel.call(path, { key: tenant.key, body, ...more });

test('publishing a template returns its warnings, and a repeated call the same ones', async () => {
  const headers = { 'Idempotency-Key': 'with warnings' };
  const created = await call('/templates', DESIGN, { headers });
  expect(byPath(created.body.warnings)).toMatchObject(OF_CODES);
  expect((await call('/templates', DESIGN, { headers })).body).toEqual(created.body);
  const elements = DESIGN.elements.slice(0, 1);
  const published = await call(`/templates/${created.body.id}`, { ...DESIGN, elements }, { method: 'PUT' });
  expect(published.body).toMatchObject({ version: 2, warnings: [] });
});

test('publishing a draft returns its warnings', async () => {
  const admin = nativeClient(laurel, await sessionOf(laurel, tenant, 'warned@example.org', 'admin'));
  const { id } = await admin.designs.create.mutate({ design: DESIGN });
  const { warnings } = await admin.designs.publish.mutate({ id, revision: 1 });
  expect(byPath(warnings)).toMatchObject(OF_CODES);
});

const OF_TEMPLATE = OF_CODES.map(({ path, ...one }) => ({ path: `template.${path}`, ...one }));
const FALLBACK = { code: 'fallback_font', params: { font: 'Great Vibes', words: ['Әлия'] } };

test('a dry run warns of words in another font and of codes, and issuing does not', async () => {
  const body = { templateId, variables: { name: 'Әлия' } };
  const dry = await call('/certificates', { ...body, dryRun: true });
  expect(byPath(dry.body.warnings)).toMatchObject([...OF_TEMPLATE, { path: 'variables.name', ...FALLBACK }]);
  expect((await call('/certificates', body)).body).not.toHaveProperty('warnings');
});

test('a dry run of a batch names the recipient of a warning, and reports those about the template once', async () => {
  const recipients = ['Ada', 'Әлия', 'Grace'].map((name) => ({ variables: { name } }));
  const dry = await call('/batches', { templateId, recipients, dryRun: true });
  const ofName = { path: 'recipients[1].variables.name', ...FALLBACK };
  expect(byPath(dry.body.warnings)).toMatchObject([ofName, ...OF_TEMPLATE]);
  expect((await call('/batches', { templateId, recipients: recipients.slice(0, 1) })).body).not.toHaveProperty(
    'warnings',
  );
});
