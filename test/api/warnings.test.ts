import { beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { openSandbox } from '../../domain/sandbox/open.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { setTemplateType } from '../../domain/templates/set-type.ts';
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
  tenant = await laurel.tenant({ scopes: ['templates:write', 'certificates:write', 'certificates:revoke'] });
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

test('a dry run warns of values that look wrong, and issuing takes them as they are', async () => {
  const names = [
    'undefined undefined',
    'ADA LOVELACE',
    'grace hopper',
    '#N/A',
    '{{name}}',
    'a@b.example',
    'Fine, Mary',
    '4.91523E+11',
    'Mary',
  ];
  const recipients: object[] = names.map((name) => ({ variables: { name } }));
  recipients.push({ variables: { name: 'Ann' }, externalId: '4.91523E+11' });
  const dry = await call('/batches', { templateId, recipients, dryRun: true });
  const odd = dry.body.warnings.filter(({ path }: { path: string }) => !path.startsWith('template'));
  expect(odd).toMatchObject([
    { path: 'recipients[0].variables.name', code: 'looks_missing', message: expect.stringContaining('Check it.') },
    { path: 'recipients[1].variables.name', code: 'all_capitals', params: { offer: 'Ada Lovelace' } },
    { path: 'recipients[2].variables.name', code: 'all_small', params: { offer: 'Grace Hopper' } },
    { path: 'recipients[3].variables.name', code: 'looks_like_error' },
    { path: 'recipients[4].variables.name', code: 'looks_like_placeholder' },
    { path: 'recipients[5].variables.name', code: 'address_as_name' },
    { path: 'recipients[6].variables.name', code: 'surname_first', params: { offer: 'Mary Fine' } },
    { path: 'recipients[7].variables.name', code: 'shortened_number' },
    { path: 'recipients[9].externalId', code: 'shortened_number' },
  ]);
  const single = await call('/certificates', {
    templateId,
    variables: { name: 'IŞIK İNCE' },
    language: 'tr',
    dryRun: true,
  });
  expect(single.body.warnings).toContainEqual(expect.objectContaining({ params: { offer: 'Işık İnce' } }));
  const issued = await call('/certificates', { templateId, variables: { name: 'ADA LOVELACE' } });
  expect(issued.body.recipientName).toBe('ADA LOVELACE');
});

test('a dry run names earlier recipients who are the same, in the call and among issued certificates', async () => {
  const recipientEmail = 'twice@warned.example';
  const ada = { variables: { name: 'Ada Twice' }, recipientEmail };
  const once = await call('/certificates', { templateId, ...ada });
  const recipients = [
    { variables: { name: 'Grace Once' }, recipientEmail: 'once@warned.example' },
    { variables: { name: 'ada twice' }, recipientEmail: 'TWICE@warned.example' },
    ada,
    { variables: { name: 'Another Name' }, recipientEmail },
    { ...ada, renewalOf: once.body.id },
  ];
  const { warnings } = (await call('/batches', { templateId, recipients, dryRun: true })).body;
  const about = (index: number) =>
    warnings.flatMap(({ path, code, params }: { path: string; code: string; params: object }) =>
      path.startsWith(`recipients[${index}]`) ? [[code, params]] : [],
    );
  expect(about(0)).toEqual([]);
  expect(about(1)).toEqual([['all_small', { offer: 'Ada Twice' }]]);
  expect(about(2)).toEqual([
    ['same_recipient', { row: 1 }],
    ['issued_before', { certificateId: once.body.id }],
  ]);
  expect(about(3)).toEqual([]);
  expect(about(4)).toEqual([['same_recipient', { row: 1 }]]);
  // Without an address, only the external id says that a recipient is the same.
  const mary = { variables: { name: 'Mary Once' } };
  const { body: first } = await call('/certificates', { templateId, ...mary, externalId: 'w1' });
  const named = [
    { ...mary, externalId: 'w2' },
    { variables: { name: 'Joan Once' }, externalId: 'w1' },
  ];
  const dry = (await call('/batches', { templateId, recipients: named, dryRun: true })).body;
  expect(dry.warnings.filter(({ code }: { code: string }) => code === 'issued_before')).toMatchObject([
    { path: 'recipients[1].variables.name', params: { certificateId: first.id } },
  ]);
  // Another organisation, which issues from the same template, learns nothing of it.
  const other = await laurel.tenant();
  await setTemplateType(laurel.context(tenant), { id: templateId, type: 'PUBLIC' });
  const theirs = { templateId, recipients: [ada, ...named], dryRun: true };
  const { body: checked } = await laurel.call('/batches', { key: other.key, body: theirs });
  await setTemplateType(laurel.context(tenant), { id: templateId, type: 'PRIVATE' });
  expect(checked.total).toBe(3);
  expect(JSON.stringify(checked.warnings)).not.toContain('issued_before');
  // A certificate in place of a revoked one is no repetition.
  await call(`/certificates/${once.body.id}/revoke`, { reason: 'Wrong course' });
  const again = await call('/certificates', { templateId, ...ada, dryRun: true });
  expect([again.status, JSON.stringify(again.body.warnings)]).toEqual([
    201,
    expect.not.stringContaining('issued_before'),
  ]);
});

test('a certificate in place of one that could not be rendered is no repetition', async () => {
  const sandbox = await openSandbox(laurel.context(tenant));
  const { key } = await createApiKey(sandbox, { name: 'test', scopes: ['certificates:write'] });
  const body = { templateId, variables: { name: 'fail@test.laurel' }, recipientEmail: 'failed@warned.example' };
  const { id } = (await laurel.call('/certificates', { key, body })).body;
  expect((await laurel.rendered(key, id)).renderStatus).toBe('FAILED');
  const again = await laurel.call('/certificates', { key, body: { ...body, dryRun: true } });
  expect(again.status).toBe(201);
  expect(
    again.body.warnings.flatMap(({ path, code }: { path: string; code: string }) => (/^var/.test(path) ? code : [])),
  ).toEqual(['address_as_name']);
});

test('the check of a batch warns by row, and of a far date, a name in the language of the reader and uneven lines', async () => {
  const cells = ['{{row.1}}', '{{row.2}}', '{{row.3}}'].map((cell) => ({ type: 'td', children: [cell] }));
  const design = {
    ...DESIGN,
    variables: { day: { type: 'date' }, marks: { default: '' } },
    elements: [
      text('{{name}} {{day}}', { font: 'Inter', size: 10, y: 20 }),
      {
        ...{ type: 'markup', x: 20, y: 60, width: 300, height: 200 },
        root: {
          type: 'table',
          children: [{ type: 'tr', each: { variable: 'marks', as: 'row' }, children: cells }],
        },
      },
    ],
  };
  const { id } = await importTemplate(laurel.context(tenant), design);
  const admin = nativeClient(laurel, await sessionOf(laurel, tenant, 'checks@example.org', 'admin'));
  const recipients = [
    { variables: { name: 'Ann Fine', day: '2026-03-14', marks: 'Logic\t5\tA\nSets\t5\tB' } },
    { variables: { name: 'Bob Fine', day: '14th', marks: '' } },
    { variables: { name: 'IJSBRAND DE WIT', day: '2206-03-14', marks: 'Logic\t5\tA\nSets\t5' } },
    // The language of the recipient comes before that of the reader.
    { variables: { name: 'IJKE DE BOER', day: '2026-03-14', marks: '' }, language: 'en' },
  ];
  const { problems, warnings } = await admin.batches.check.mutate({ templateId: id, recipients, locale: 'nl' });
  expect(problems.map(({ path }) => path)).toEqual(['recipients[1].variables.day']);
  expect(warnings).toMatchObject([
    { path: 'recipients[2].variables.marks', code: 'uneven_lines', params: { line: 2, cells: 2, columns: 3 } },
    { path: 'recipients[2].variables.name', code: 'all_capitals', params: { offer: 'IJsbrand de Wit' } },
    { path: 'recipients[2].variables.day', code: 'far_date' },
    { path: 'recipients[3].variables.name', code: 'all_capitals', params: { offer: 'Ijke de Boer' } },
  ]);
});
