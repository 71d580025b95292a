import { spawnSync } from 'node:child_process';
import { simpleParser } from 'mailparser';
import { expect, test } from 'vitest';
import { compose } from '../../server/adapters/email/compose.ts';

const NAMES = [
  'Zertifikat Łucja Müller.pdf',
  'شهادة محمد عبد الله.pdf',
  '修了証 山田太郎.pdf',
  'प्रमाणपत्र अनन्या.pdf',
  `${'Ünïcode '.repeat(24)}end.pdf`,
  `${'A'.repeat(196)}.pdf`,
  "O'Brien, 100 % = 50; (copy).pdf",
  '🎓 Diploma.pdf',
];

async function composed(name: string): Promise<Buffer> {
  const { bytes } = await compose(
    {
      ...{ messageId: '<a@b.example>', senderName: 'Office', server: null, signature: null, from: null, copyTo: null },
      ...{ replyTo: null, to: { name: 'Łucja', address: 'a@example.org' }, subject: name, html: null, text: 'x' },
      attachments: [{ name, type: 'application/pdf', content: Buffer.from('%PDF') }],
    },
    { from: { name: 'Laurel', address: 'laurel@example.org' }, bounces: null },
  );
  return bytes;
}

const PYTHON = `
import email, email.policy, json, sys
message = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
part = next(message.iter_attachments())
from email.header import decode_header, make_header
legacy = email.message_from_bytes(bytes(message), policy=email.policy.compat32).get_payload()[1]
name = legacy.get_param("name")
named = str(make_header(decode_header(name))) if isinstance(name, str) else email.utils.collapse_rfc2231_value(name)
print(json.dumps([part.get_filename(), named]))
`;

test.each(NAMES)('the name %s is readable by RFC 2231, by RFC 2047, and in short lines', async (name) => {
  const bytes = await composed(name);
  expect((await simpleParser(bytes)).attachments[0]?.filename).toBe(name);
  const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON], { input: bytes, encoding: 'utf8' });
  expect(stderr).toBe('');
  // Current programs read the first, of the header Content-Disposition; older ones, such as Outlook, the second, of Content-Type.
  expect(JSON.parse(stdout)).toEqual([name, name]);
  const [head = ''] = bytes.toString('latin1').split('%PDF');
  // RFC 5322, 2.1.1, and only ASCII.
  expect(Math.max(...head.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998);
  expect(Buffer.byteLength(head)).toBe(head.length);
});
