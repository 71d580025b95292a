import { beforeAll, expect, test } from 'vitest';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
let viewer: ReturnType<typeof nativeClient>;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  viewer = nativeClient(
    laurel,
    await sessionOf(laurel, tenant, `views-${tenant.organisationId}@laurel.example`, 'viewer'),
  );
});

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const PERSON = { 'User-Agent': CHROME, 'Accept-Language': 'en-GB,en;q=0.9' };
const DOCUMENT = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' };

const counted = async (id: string) => {
  const { verifications, views } = await viewer.certificates.history.query({ id });
  return { verifications: verifications.count, views: views.count, lastView: views.lastAt };
};

test.each([
  ['Chrome', PERSON],
  ['Chrome at a secure address', { ...PERSON, ...DOCUMENT }],
  [
    'Safari on a phone',
    {
      ...PERSON,
      'User-Agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    },
  ],
  ["LinkedIn's app", { ...PERSON, 'User-Agent': `${CHROME} [LinkedInApp]` }],
] as const)('a page that %s shows is a view and a verification', async (_, headers) => {
  const { id, verificationHash } = await laurel.issue(tenant);
  expect((await fetch(`${laurel.url}/verify/${verificationHash}`, { headers })).status).toBe(200);
  const { verifications, views, lastView } = await counted(id);
  expect([verifications, views]).toEqual([1, 1]);
  expect(Date.now() - Date.parse(lastView ?? '')).toBeLessThan(60_000);
  await laurel.call(`/verify/${verificationHash}`);
  expect(await counted(id)).toEqual({ verifications: 2, views: 1, lastView });
  await fetch(`${laurel.url}/verify/${verificationHash}`, { headers });
  const again = await counted(id);
  expect([again.views, Date.parse(again.lastView ?? '') > Date.parse(lastView ?? '')]).toEqual([2, true]);
});

const agent = (name: string) => ({ ...PERSON, 'User-Agent': name });

test('link previews, scanners, prefetches and programs are verifications without views', async () => {
  const { id, verificationHash } = await laurel.issue(tenant);
  const page = `${laurel.url}/verify/${verificationHash}`;
  const requests: Record<string, string>[] = [
    agent('LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'),
    agent('Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'),
    agent('WhatsApp/2.23.20.0'),
    agent('facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'),
    agent('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'),
    agent('TelegramBot (like TwitterBot)'),
    agent('curl/8.14.1'),
    agent('python-requests/2.32.0'),
    agent(
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    ),
    { ...PERSON, ...DOCUMENT, 'Sec-Purpose': 'prefetch' },
    { ...PERSON, ...DOCUMENT, 'Sec-Purpose': 'prefetch;prerender' },
    { ...PERSON, Purpose: 'prefetch' },
    { ...PERSON, 'X-Moz': 'prefetch' },
    { ...PERSON, 'Sec-Fetch-Dest': 'empty' },
    { 'User-Agent': CHROME, 'Accept-Language': '' },
    { 'User-Agent': '', 'Accept-Language': 'en' },
  ];
  for (const headers of requests) expect((await fetch(page, { headers })).status).toBe(200);
  await laurel.call(`/verify/${verificationHash}`, { headers: PERSON });
  await viewer.verify.certificate.query({ hash: verificationHash });
  await fetch(page, { headers: PERSON, method: 'HEAD' });
  await fetch(`${page}/card.png`, { headers: PERSON });
  expect(await counted(id)).toEqual({ verifications: requests.length + 2, views: 0, lastView: null });
});

test('concurrent views and verifications are all counted, and the overview counts both by day', async () => {
  const own = await laurel.tenant();
  const name = `days-${own.organisationId}@laurel.example`;
  const member = nativeClient(laurel, await sessionOf(laurel, own, name, 'viewer'));
  const issued = await Promise.all([laurel.issue(own), laurel.issue(own)]);
  const looks = issued.flatMap(({ verificationHash }) =>
    Array.from({ length: 20 }, (_, index) =>
      index % 4 === 0
        ? fetch(`${laurel.url}/verify/${verificationHash}`, { headers: PERSON })
        : laurel.call(`/verify/${verificationHash}`),
    ),
  );
  await Promise.all(looks);
  const today = (await member.statistics.overview.query()).days.reduce(
    (sum, { verified, viewed }) => ({ verified: sum.verified + verified, viewed: sum.viewed + viewed }),
    { verified: 0, viewed: 0 },
  );
  expect(today).toEqual({ verified: 40, viewed: 10 });
});

test("another organisation's member sees no views", async () => {
  const { id } = await laurel.issue(await laurel.tenant());
  await expect(viewer.certificates.history.query({ id })).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } });
});
