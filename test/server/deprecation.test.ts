import { afterAll, expect, test } from 'vitest';
import { restRoutes } from '../../server/http/rest-router.ts';
import { Laurel } from '../support/laurel.ts';

// No operation is deprecated yet, so one is for the time of this file. The product runs in the test's own process.
const route = restRoutes.find(({ name }) => name === 'credits.get');
if (!route) throw new Error('credits.get is not an operation');
route.deprecation = { since: '2027-01-01', sunset: '2028-01-01' };
afterAll(() => {
  route.deprecation = undefined;
});

test('a deprecated operation says so in its answers, its refusals and the API document, and works', async () => {
  const laurel = await Laurel.start({}, { isApart: false });
  const { key } = await laurel.tenant({ credits: 7 });
  const answers = [await laurel.call('/credits', { key }), await laurel.call('/credits')];
  expect(answers.map(({ status }) => status)).toEqual([200, 401]);
  expect(answers[0]?.body.balance).toBe(7);
  for (const { headers } of answers) {
    expect(headers.get('Deprecation')).toBe(`@${Date.UTC(2027, 0, 1) / 1000}`);
    expect(headers.get('Sunset')).toBe('Sat, 01 Jan 2028 00:00:00 GMT');
    expect(headers.get('Link')).toBe('</docs/versions#deprecation>; rel="deprecation"; type="text/html"');
  }
  const other = await laurel.call('/organisation', { key });
  expect([other.headers.get('Deprecation'), other.headers.get('Sunset')]).toEqual([null, null]);
  const { paths } = (await laurel.call('/openapi.json')).body;
  expect(paths['/credits'].get).toMatchObject({
    deprecated: true,
    description: expect.stringContaining('can be gone from 2028-01-01'),
  });
  expect(paths['/organisation'].get).not.toHaveProperty('deprecated');
});
