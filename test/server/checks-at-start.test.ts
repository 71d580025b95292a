import { expect, test } from 'vitest';
import { Laurel } from '../support/laurel.ts';
import { heldBy } from '../support/process-tree.ts';

test('an API process starts processes for checks in advance only if a design with markup is published', async () => {
  const laurel = await Laurel.start({ ROLE: 'api' }, { isApart: true });
  const processes = async () => (await heldBy(laurel.process.pid ?? 0)).processes;
  const { key, templateId } = await laurel.tenant();
  const variables = { name: 'Ada', course: 'C', distinction: 'D', date: 'D', director: 'G' };
  await laurel.call('/certificates', { key, body: { templateId, variables } });
  expect(await processes()).toBe(1);
  await laurel.tenant({ design: 'transcript' });
  await laurel.stop();
  await laurel.launch();
  await expect.poll(processes, { timeout: 60_000 }).toBe(3);
});
