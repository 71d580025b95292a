import { beforeAll, expect, test } from 'vitest';
import { createOrganisation } from '../../domain/organisations/create.ts';
import type { Detail } from '../../errors/detail.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';

let laurel: Laurel;
let owner: Tenant;
let other: Tenant;
beforeAll(async () => {
  laurel = await Laurel.start();
  owner = await laurel.tenant();
  other = await laurel.tenant();
});

const update = ({ key }: Tenant, body: object) => laurel.call('/organisation', { key, method: 'PUT', body });

test.each([
  ['a bidi control', 'Ashford \u202eytisrevinU'],
  ['a bidi mark', 'Ashford\u200f'],
  ['a zero-width space', 'Ash\u200bford'],
  ['a soft hyphen', 'Ash\u00adford'],
  ['a Hangul filler', 'Ashford\u3164'],
  ['a tag character', 'Ashford\u{e0041}'],
  ['a non-joiner between Latin letters', 'Ash\u200cford'],
  ['a joiner between Latin letters', 'Ash\u200dford'],
  ['a non-joiner after a letter that does not join', 'دا\u200cنش'],
  ['a variation selector after a Latin letter', 'A\ufe0fshford'],
  ['an empty Braille pattern', 'Ash\u2800ford'],
  ['an annotation mark', 'Ash\ufff9ford'],
  ['an object replacement character', 'Ashford\ufffc'],
  ['a null note head', 'Ashford\u{1d159}'],
])('rejects %s in the names of an issuer', async (_what, name) => {
  for (const field of ['organizationName', 'emailSenderName']) {
    const { status, body } = await update(owner, { [field]: name });
    const codes = body.details.map(({ path, code }: Detail) => [path, code]);
    expect([status, codes.at(-1)]).toEqual([400, [field, 'invisible_character']]);
  }
});

test.each([
  ['a line feed', 'Ashford\nUniversity'],
  ['a carriage return', 'Ashford\rUniversity'],
  ['a tab', 'Ashford\tUniversity'],
  ['a bell', 'Ashford\u0007'],
])('rejects %s as a control character in names of organisations and senders', async (_what, name) => {
  for (const field of ['organizationName', 'emailSenderName']) {
    const { status, body } = await update(owner, { [field]: name });
    expect([status, body.details[0]]).toMatchObject([400, { path: field, code: 'control_character' }]);
  }
});

test.each([
  'Université de Besançon',
  'Łódź Akademia',
  'Московский университет',
  '東京大学',
  '葛\u{e0100}城市役所',
  'جامعة القاهرة',
  'دانش\u200cگاه ملی می\u200cشود',
  'क्\u200dष विद्यालय',
  'नमस्\u200cते',
  'Σχολή Ελλήνων',
  'אוניברסיטת תל אביב',
  '서울대학교',
  'Academy 👩\u200d🎓 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'Heart ❤\ufe0f School',
  '⠃⠗⠇ School',
  'مدرسة \u0600\u0661\u0662',
])('accepts %s as a name', async (organizationName) => {
  const { status, body } = await update(owner, { organizationName, emailSenderName: organizationName });
  expect([status, body.organizationName, body.emailSenderName]).toEqual([200, organizationName, organizationName]);
});

test.each([
  ['the same name', 'PayPal Academy'],
  ['another case', 'PAYPAL ACADEMY'],
  ['other spaces', ' PayPal \u00a0 Academy '],
  ['full-width letters', 'ＰａｙＰａｌ Academy'],
  ['Cyrillic letters', 'РауРаl Асаdеmу'],
  ['a capital I for an l', 'PayPaI Academy'],
  ['a digit for an l', 'PayPa1 Academy'],
  ['an r and n for an m', 'PayPal Acaderny'],
  ['mathematical letters', '𝐏𝐚𝐲𝐏𝐚𝐥 Academy'],
])('rejects names of other organisations: %s', async (_what, name) => {
  await update(owner, { organizationName: 'PayPal Academy' });
  const refused = {
    error: { code: 'CONFLICT', status: 409, message: expect.stringContaining('Another organisation has this name') },
    reason: 'name_taken',
  };
  for (const field of ['organizationName', 'emailSenderName']) {
    const { status, body } = await update(other, { [field]: name });
    expect([status, body]).toEqual([409, refused]);
  }
  await expect(createOrganisation(laurel.installation.services, { name, credits: 0 })).rejects.toMatchObject({
    extras: { reason: 'name_taken' },
  });
});

test.each([
  ['a Cyrillic capital beside a capital I', '\u0412RITISH COUNCIL'],
  ['Cyrillic capitals only', '\u0412RIT\u0406S\u041d C\u041eUNCIL'],
  ['a digit for a capital I', 'BR1TISH COUNCIL'],
  ['an l for a capital I', 'BRITlSH COUNClL'],
])('rejects capitals that look like the small letters of another name: %s', async (_what, name) => {
  await update(owner, { organizationName: 'British Council' });
  const { status, body } = await update(other, { organizationName: name });
  expect([status, body.reason]).toEqual([409, 'name_taken']);
});

test('an organisation keeps its own name in any spelling, and others get it once it is free', async () => {
  expect((await update(owner, { organizationName: 'Free School' })).status).toBe(200);
  expect((await update(owner, { organizationName: 'FREE  SCHOOL', emailSenderName: 'Free School' })).status).toBe(200);
  expect((await update(other, { organizationName: 'Free School' })).status).toBe(409);
  await update(owner, { organizationName: '' });
  expect((await update(other, { organizationName: 'Free School' })).status).toBe(200);
  expect((await update(owner, { emailSenderName: 'Office' })).status).toBe(200);
  expect((await update(other, { emailSenderName: 'Office' })).status).toBe(200);
});

test('different names remain different', async () => {
  await update(owner, { organizationName: 'Mall College' });
  expect((await update(other, { organizationName: 'Mail College' })).status).toBe(200);
});

test('one of several concurrent calls takes a name', async () => {
  const names = ['Race School', 'RACE SCHOOL', 'Rаce School', 'Race  School'];
  const tenants = [owner, other, await laurel.tenant(), await laurel.tenant()];
  const answers = await Promise.all(tenants.map((tenant, index) => update(tenant, { organizationName: names[index] })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

test('rejects a name of 100,000 marks within seconds', async () => {
  const began = performance.now();
  const { status } = await update(owner, { organizationName: `क${'्\u200c'.repeat(50_000)}` });
  expect(status).toBe(400);
  expect(performance.now() - began).toBeLessThan(5000);
});
