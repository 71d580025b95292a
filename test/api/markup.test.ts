import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { importTemplate } from '../../domain/templates/import.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';

let laurel: Laurel;
let tenant: Tenant;

beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ credits: 2000 });
  const document = JSON.parse(await readFile('samples/transcript.json', 'utf8'));
  const { id: templateId } = await importTemplate(laurel.context(tenant), document);
  tenant = { ...tenant, templateId };
});

const MODULES = Array.from({ length: 10 }, (_, line) => `Module ${line}\t${line + 1}\tB`).join('\n');
const values = (n: number, more: Record<string, string> = {}) => ({
  name: `Ada Lovelace ${n}`,
  programme: 'Foundations of Computing',
  modules: `${MODULES}\nThesis ${n}\t20\tA`,
  remarks: n % 3 === 0 ? 'With distinction' : '',
  date: '22 November 2026',
  ...more,
});
const remaining = async () => (await laurel.call('/credits', { key: tenant.key })).body.remaining;

test('rejects a markup that does not fit before spending a credit, by recipient and variable', async () => {
  const before = await remaining();
  const recipients = [0, 1, 2].map((n) => ({
    variables: values(n, n === 1 ? { modules: 'x\n'.repeat(60) } : n === 2 ? { remarks: 'word '.repeat(399) } : {}),
  }));
  const { status, body } = await laurel.call('/batches', {
    key: tenant.key,
    body: { templateId: tenant.templateId, recipients },
  });
  expect(status).toBe(400);
  expect(body.error.code).toBe('VALIDATION_ERROR');
  expect(body.details.map(({ path }: { path: string }) => path)).toEqual([
    'recipients[1].variables.modules',
    'recipients[2].variables.remarks',
  ]);
  expect(await remaining()).toBe(before);
});

test('rejects an imported design with an overflowing static text, by its element', async () => {
  const document = {
    name: 'Too long',
    recipientNameVariable: 'name',
    page: { width: 300, height: 200 },
    elements: [
      { type: 'text', x: 10, y: 10, width: 200, height: 30, text: '{{name}}', font: 'Inter', size: 12 },
      { type: 'markup', x: 10, y: 60, width: 100, height: 40, root: { type: 'p', children: ['word '.repeat(50)] } },
    ],
  };
  await expect(importTemplate(laurel.context(tenant), document)).rejects.toMatchObject({
    extras: { details: [expect.objectContaining({ path: expect.stringContaining('elements[1]') })] },
  });
});

test('answers other requests while it checks a batch with markup', async () => {
  const recipients = Array.from({ length: 300 }, (_, n) => ({ variables: values(n) }));
  const body = { templateId: tenant.templateId, recipients, dryRun: true };
  const accepted = laurel.call('/batches', { key: tenant.key, body });
  const first = await Promise.race([accepted.then(() => 'batch'), remaining().then(() => 'credits')]);
  expect(first).toBe('credits');
  expect((await accepted).status).toBeLessThan(300);
});

test('issues a certificate with a table, whose files verify', async () => {
  const issued = await laurel.issue(tenant, values(7));
  expect(issued.renderStatus).toBe('COMPLETED');
  expect((await laurel.call(`/verify/${issued.verificationHash}`)).body).toMatchObject({ valid: true });
});
