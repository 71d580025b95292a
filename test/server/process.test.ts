import { beforeAll, expect, test } from 'vitest';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.start();
  tenant = await laurel.tenant();
});

const issueMany = async (count: number): Promise<string[]> => {
  const { key, templateId } = tenant;
  const answers = await Promise.all(
    Array.from({ length: count }, () =>
      laurel.call('/certificates', { key, body: { templateId, variables: VARIABLES } }),
    ),
  );
  return answers.map(({ body }) => body.id);
};

test('SIGTERM ends the process in order, and a restart renders the rest', async () => {
  const ids = await issueMany(12);
  expect(await laurel.stop('SIGTERM')).toBe(0);
  await laurel.launch();
  for (const id of ids) expect(await laurel.rendered(tenant.key, id)).toMatchObject({ renderStatus: 'COMPLETED' });
});

test('renderings that a kill -9 interrupts resume by themselves within 30 seconds', async () => {
  const ids = await issueMany(12);
  await laurel.stop('SIGKILL');
  await laurel.launch();
  const start = Date.now();
  for (const id of ids) expect(await laurel.rendered(tenant.key, id)).toMatchObject({ renderStatus: 'COMPLETED' });
  expect(Date.now() - start).toBeLessThan(30_000);
});
