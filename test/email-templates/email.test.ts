import { expect, test } from 'vitest';
import { type EmailContent, readableOn, renderEmail } from '../../email-templates/email.ts';
import { renderNotice } from '../../email-templates/notice.ts';
import { renderReminder } from '../../email-templates/reminder.ts';
import { COLORS, fillEmail } from '../../email-templates/shell.ts';

const content = (has: (part: number) => boolean): EmailContent => ({
  subject: 'Your certificate',
  intro: 'Congratulations',
  recipientName: 'Ada Lovelace',
  templateName: 'Diploma',
  verificationUrl: 'https://certificates.example/verify/1',
  placeUrl: 'https://laurel.example/my',
  brandColor: '#ffcc00',
  logo: has(0) ? 'cid:logo' : null,
  signature: has(1) ? 'The registrar' : null,
  organizationName: has(2) ? 'Academy' : null,
  websiteUrl: has(3) ? 'https://academy.example' : null,
  picture: has(4) ? 'cid:picture' : null,
  number: has(5) ? '2026/0042' : null,
  language: 'en',
});
const LEFT_OPEN = new RegExp(String.raw`\[\[|${Object.values(COLORS).join('|')}`);

test('every mail is valid MJML for all combinations of parts, and has no unfilled placeholder', async () => {
  const certificates = Array.from({ length: 64 }, (_, parts) =>
    renderEmail(content((part) => (parts >> part) % 2 === 1)),
  );
  const action = { label: 'Join', url: 'https://certificates.example/invitation?token=1' };
  const notice = renderNotice({ subject: 'Your invitation', text: 'Join us', action, language: 'en' });
  for (const { html } of await Promise.all([...certificates, notice])) {
    expect(html).toMatch(/Your certificate|Your invitation/);
    expect(html).not.toMatch(LEFT_OPEN);
  }
});

test('a reminder has the name, number, last day and page of each certificate, as HTML and as text', async () => {
  const certificates = [
    { name: 'Welding', number: '2026/0042', until: '1 June 2089', url: 'https://certificates.example/verify/1' },
    { name: 'Forklifts', number: null, until: '2 June 2089', url: 'https://certificates.example/verify/2' },
  ];
  const stopUrl = 'https://laurel.example/unsubscribe?token=1';
  const { html, text } = await renderReminder({ ...content((part) => part < 4), certificates, stopUrl });
  expect(text).toContain(
    'Welding\nNumber: 2026/0042\nValid until 1 June 2089\nhttps://certificates.example/verify/1\n\n' +
      'Forklifts\nValid until 2 June 2089\nhttps://certificates.example/verify/2\n\n',
  );
  for (const part of [
    'Welding',
    'Number: 2026/0042',
    'Valid until 1 June 2089',
    'Forklifts',
    'Valid until 2 June 2089',
  ])
    expect(html).toContain(`${part}<`);
  for (const { url } of certificates) expect(html).toContain(`href="${url}"`);
  for (const part of ['The registrar', 'https://academy.example', stopUrl])
    expect([part, html.includes(part), text.includes(part)]).toEqual([part, true, true]);
});

test.each([
  ['en', ':'],
  ['fr', '\u00a0:'],
  ['hi', ':'],
  ['ja', '：'],
  ['zh', '：'],
] as const)('in plain text in %s, one colon of the language precedes an address', async (language, colon) => {
  const { text } = await renderEmail({ ...content(() => false), language });
  const [, label] = /(.+)\nhttps:\/\/laurel\.example\/my$/m.exec(text) ?? [];
  expect(label).toMatch(new RegExp(`[^\\s:：]${colon}$`));
});

test('the text on a colour is black or white, whichever has more contrast', () => {
  const colors = ['#ff0000', '#00ff00', '#0000ff', '#767676', '#606060'];
  expect(colors.map(readableOn)).toEqual(['#000000', '#000000', '#ffffff', '#000000', '#ffffff']);
});

test('every line of an Arabic mail begins on the right, without the style sheet', async () => {
  const certificate = await renderEmail({ ...content(() => true), language: 'ar' });
  const action = { label: 'انضمام', url: 'https://certificates.example/invitation?token=1' };
  const notice = await renderNotice({ subject: 'دعوة', text: 'دعوة', action, language: 'ar' });
  for (const { html } of [certificate, notice]) {
    const body = html.slice(html.indexOf('<body'));
    expect(body).not.toMatch(/ align="left"|direction:\s*ltr/);
    expect(body).toMatch(/align="right"/);
  }
});

test('a Latin name in an Arabic mail is written from left to right, and stands on the right', async () => {
  const { html } = await renderEmail({ ...content(() => true), language: 'ar' });
  for (const text of ['Ada Lovelace', 'Diploma']) expect(html, text).toContain(`<span dir="auto">${text}</span>`);
});

test('a mail with invalid MJML is rejected with the reason', async () => {
  const fill = (card: string) => fillEmail({ cardAttributes: '', card }, { subject: 'x' });
  await expect(fill('<mj-text>x</mj-text>')).rejects.toThrow('mj-text cannot be used inside mj-wrapper');
  await expect(fill('<mj-section colour="red"></mj-section>')).rejects.toThrow('Attribute colour is illegal');
});
