import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { query } from '../support/log.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

/** More certificates than a search reads in order: one every 20 minutes for five weeks, then one per second. */
const COUNT = 22_500;
const SPARSE = 2500;
const LIMIT = 2;

/** Returns whether certificate `n` has a word in its name. The first certificate is the oldest. */
const WORDS: Record<string, (n: number) => boolean> = {
  everywhere: () => true,
  frequent: (n) => n % 3 === 0,
  unusual: (n) => [17, 4000, 4001, 20_999].includes(n),
  // Some words follow a gap of hours or weeks, some have a few matches in the gap.
  lately: (n) => n <= 22_000,
  longago: (n) => n <= 2300,
  first: (n) => n <= 500,
  scarce: (n) => n <= 500 || [900, 1700, 1701, 15_000].includes(n),
  recently: (n) => n > 20_200,
  // More matches than are sorted, in 3.5 hours between two times of the sample.
  burst: (n) => n > 9000 && n <= 21_500,
  // Within three minutes around the sample's last time, in each order.
  shortly: (n) => n > 7240 && n <= 7440,
  briefly: (n) => n > 7650 && n <= 7850,
  nowhere: () => false,
};
const nameOf = (n: number) =>
  [
    `Person ${n}`,
    ...Object.entries(WORDS)
      .filter(([, has]) => has(n))
      .map(([word]) => word),
  ].join(' ');

/** Searches with the certificates that they find. The index looks for the rare words of some. */
const SEARCHES: Record<string, (n: number) => boolean> = {
  ...WORDS,
  'person 1234': (n) => String(n).startsWith('1234'),
  'ON 1234': (n) => String(n).startsWith('1234'),
  '1234 everywhere': (n) => String(n).endsWith('1234'),
  'person 17 everywhere': (n) => n === 17,
  'longago first': (n) => n <= 500,
  'person everywhere': () => false,
};

let laurel: Laurel;
let tenant: Tenant;

beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  const stranger = await laurel.tenant();
  const add = ({ organisationId, templateId }: Tenant, count: number) =>
    query(
      laurel,
      `insert into certificates (organisation_id, id, template_organisation_id, template_id, template_version, template_name, address, recipient_name,
        variables, verification_hash, nonce, file_key, mac, created_at, awarded_on, time_zone, render_status, proof_salt)
      select '${organisationId}', uuidv7(make_interval(secs => n - ${COUNT} - 1200 * greatest(0, ${SPARSE} - n))), '${organisationId}', '${templateId}', 1,
        'Diploma', 'http://localhost', names ->> (n - 1), '{}', sha256(gen_random_uuid()::text::bytea), '\\x00', '\\x${laurel.installation.services.authenticator.keyId.toString('hex')}', '\\x00',
        now() + make_interval(secs => n - ${COUNT} - 1200 * greatest(0, ${SPARSE} - n)), current_date, 'UTC', 'COMPLETED', sha256(gen_random_uuid()::text::bytea)
      from (select '${JSON.stringify(Array.from({ length: count }, (_, at) => nameOf(at + 1)))}'::jsonb as names) given,
        generate_series(1, ${count}) n`,
    );
  await Promise.all([add(tenant, COUNT), add(stranger, 100)]);
  await query(laurel, 'analyze certificates');
});

const page = async (text: string, sort: string, cursor: string | null) => {
  const wanted = new URLSearchParams({ search: text, sort, limit: String(LIMIT), ...(cursor && { cursor }) });
  const { status, body } = await laurel.call(`/certificates?${wanted}`, { key: tenant.key });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as { certificates: { recipientName: string }[]; nextCursor: string | null };
};

test.each(Object.keys(SEARCHES).flatMap((text) => [[text, 'newest'] as const, [text, 'oldest'] as const]))(
  'a search among thousands finds all matches, however common its words: “%s”, %s first',
  async (text, sort) => {
    const numbers = Array.from({ length: COUNT }, (_, at) => at + 1).filter((n) => SEARCHES[text]?.(n));
    const expected = (sort === 'oldest' ? numbers : numbers.reverse()).map(nameOf);
    const found: string[] = [];
    let cursor: string | null = null;
    for (let pages = 0; pages < 3; pages += 1) {
      const read = await page(text, sort, cursor);
      found.push(...read.certificates.map(({ recipientName }) => recipientName));
      cursor = read.nextCursor;
      if (cursor === null) break;
    }
    expect(found).toEqual(expected.slice(0, 3 * LIMIT));
    expect(cursor === null).toBe(expected.length <= 3 * LIMIT);
  },
);

test.each([
  ['longago', { count: 2300, isMore: false }],
  ['person 1234', { count: 11, isMore: false }],
  ['lately', { count: 10_000, isMore: true }],
  ['nowhere', { count: 0, isMore: false }],
])('counts the matches of a search up to a limit: “%s”', async (search, expected) => {
  const session = await sessionOf(laurel, tenant, `${randomUUID()}@example.org`, 'viewer');
  expect(await nativeClient(laurel, session).certificates.count.query({ search })).toEqual(expected);
});
