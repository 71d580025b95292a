import { generateKeyPairSync } from 'node:crypto';
import { getServers, setServers } from 'node:dns';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { runDkimChecks } from '../../domain/dkim/run-checks.ts';
import { ask, describeJudgedBy } from '../proof/judges.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox } from '../support/mailbox.ts';
import { startNameServer } from '../support/name-server.ts';
import { confirmSender } from '../support/own-servers.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
/** Texts in the DNS by name, or nothing for a name server that does not answer. */
const records = new Map<string, string[] | null>();
/** Accepted messages by recipient. */
const messages = new Map<string, Buffer>();
const usual = getServers();
beforeAll(async () => {
  const names = await startNameServer((name) => {
    const texts = records.get(name);
    return texts === undefined ? 3 : texts && { texts };
  });
  setServers([names.address]);
  const mailbox = await Mailbox.start({
    onData: (stream, { envelope }, callback) => {
      buffer(stream).then((bytes) => {
        for (const { address } of envelope.rcptTo) messages.set(address, bytes);
        callback();
      }, callback);
    },
  });
  laurel = await Laurel.start({ SMTP_URL: mailbox.url }, { isApart: false });
});
afterAll(() => setServers(usual));

const db = () => database(laurel.installation.services.em());

let schools = 0;
async function makeSchool() {
  const tenant = await laurel.tenant();
  const domain = `school-${schools++}.example`;
  const owner = nativeClient(laurel, await sessionOf(laurel, tenant, `owner@${domain}`, 'owner'));
  await confirmSender(laurel, tenant, `office@${domain}`);
  return { tenant, domain, owner };
}

/** Returns the message of a certificate that is mailed to an address. */
async function mailed({ key, templateId }: Tenant, address: string, variables = VARIABLES): Promise<string> {
  const body = { templateId, variables, recipientEmail: address, sendEmail: true };
  await laurel.call('/certificates', { key, body });
  const message = await waitFor(`the mail to ${address}`, () => messages.get(address));
  return String(message?.toString('latin1'));
}
const signatureOf = (message: string): string | null =>
  /^DKIM-Signature: ((?:.*\r\n)(?:[ \t].*\r\n)*)/im.exec(message)?.[1]?.replaceAll(/\s+/g, ' ') ?? null;

test('concurrent calls make one key', async () => {
  const { owner } = await makeSchool();
  const made = await Promise.all(Array.from({ length: 3 }, () => owner.dkim.create.mutate()));
  const present = await owner.dkim.get.query();
  expect(made).toEqual([present, present, present]);
});

test('signing starts once the record is found, and ends once it is missing or differs', async () => {
  const { tenant, domain, owner } = await makeSchool();
  expect(await owner.dkim.get.query()).toEqual({ senderDomain: domain, key: null });
  const { key } = await owner.dkim.create.mutate();
  const { name = '', value = '' } = key?.record ?? {};
  expect(name).toMatch(new RegExp(`^laurel-[0-9a-f]{8}\\._domainkey\\.${domain}$`));
  expect(value).toMatch(/^v=DKIM1; k=rsa; p=[\w+/]{380,}=*$/);
  expect(await owner.dkim.create.mutate()).toEqual({ senderDomain: domain, key });
  expect(signatureOf(await mailed(tenant, `a@${domain}`))).toBeNull();
  expect(await owner.dkim.check.mutate()).toMatchObject({
    ...{ dkim: { state: 'MISSING' }, dmarc: { state: 'MISSING' }, spf: { state: 'MISSING', suggested: null } },
    key: { isSigning: false },
  });
  records.set(name, [value]);
  records.set(`_dmarc.${domain}`, ['v=DMARC1; p=none']);
  records.set(domain, ['v=spf1 -all', 'v=spf1 ~all', 'other=1']);
  expect(await owner.dkim.check.mutate()).toMatchObject({
    ...{
      dkim: { state: 'FOUND' },
      dmarc: { state: 'FOUND' },
      spf: { state: 'OTHER', texts: ['v=spf1 -all', 'v=spf1 ~all'] },
    },
    key: { isSigning: true },
  });
  const selector = name.split('.')[0] ?? '';
  expect(signatureOf(await mailed(tenant, `b@${domain}`))).toMatch(new RegExp(`d=${domain}; .*s=${selector};`));
  records.set(name, null);
  expect(await owner.dkim.check.mutate()).toMatchObject({ dkim: { state: 'UNKNOWN' }, key: { isSigning: true } });
  records.set(name, [value, 'v=DKIM1; p=AAAA']);
  expect(await owner.dkim.check.mutate()).toMatchObject({ dkim: { state: 'OTHER' }, key: { isSigning: false } });
  expect(signatureOf(await mailed(tenant, `c@${domain}`))).toBeNull();
  // Spaces in the key do not count, such as those of a wrapped line.
  records.set(name, [value.replace('k=rsa; p=', 'p= ').replace(/.{200}/, '$& ')]);
  expect(await owner.dkim.check.mutate()).toMatchObject({ dkim: { state: 'FOUND' }, key: { isSigning: true } });
  records.delete(name);
  for (const [hours, isSigning] of [
    [23, true],
    [25, false],
  ] as const) {
    await sql`update dkim_keys set checked_at = now() - ${`${hours} hours`}::interval`.execute(db());
    await runDkimChecks(laurel.installation.services);
    expect((await owner.dkim.get.query()).key?.isSigning).toBe(isSigning);
  }
});

test('a signature covers the headers that unsubscribe with one click', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const address = 'reminded@school.example';
  await laurel.installation.services.mailer.send({
    ...{ messageId: '<reminder@school.example>', subject: 'Expires soon', text: 'Expires soon', html: null },
    ...{ to: { name: 'Ada', address }, senderName: null, from: 'office@school.example', replyTo: null, copyTo: null },
    ...{ server: null, attachments: [], unsubscribeUrl: 'https://laurel.example/unsubscribe?code=x' },
    signature: {
      ...{ domain: 'school.example', selector: 'laurel' },
      privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    },
  });
  const signature = signatureOf(String(messages.get(address)?.toString('latin1'))) ?? '';
  const [, names = ''] = /\bh=([^;]*)/.exec(signature) ?? [];
  // RFC 8058, section 4.
  const covered = names.toLowerCase().split(/[: ]+/);
  expect(covered).toEqual(expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post']));
});

test('another address of the sender is not signed with the former key, which a new one replaces', async () => {
  const { tenant, domain, owner } = await makeSchool();
  const first = (await owner.dkim.create.mutate()).key;
  records.set(first?.record.name ?? '', [first?.record.value ?? '']);
  expect((await owner.dkim.check.mutate()).key?.isSigning).toBe(true);
  await confirmSender(laurel, tenant, `office@other-${domain}`);
  expect(await owner.dkim.get.query()).toMatchObject({
    senderDomain: `other-${domain}`,
    key: { domain, isSigning: false },
  });
  expect(signatureOf(await mailed(tenant, `d@${domain}`))).toBeNull();
  const second = (await owner.dkim.create.mutate()).key;
  expect(second).toMatchObject({ domain: `other-${domain}`, isSigning: false });
  expect(second?.record.value).not.toBe(first?.record.value);
  expect(await owner.dkim.remove.mutate()).toEqual({ senderDomain: `other-${domain}`, key: null });
  await expect(owner.dkim.check.mutate()).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } });
  const { entries } = await owner.audit.list.query({});
  expect(entries.map(({ action }) => action).filter((action) => action.startsWith('dkim.'))).toEqual([
    'dkim.remove',
    'dkim.create',
    'dkim.remove',
    'dkim.create',
  ]);
});

test('a private key is in no answer or table, and one that was changed by SQL signs nothing', async () => {
  const { tenant, domain, owner } = await makeSchool();
  const { key } = await owner.dkim.create.mutate();
  records.set(key?.record.name ?? '', [key?.record.value ?? '']);
  const answers = JSON.stringify([await owner.dkim.check.mutate(), await owner.dkim.get.query()]);
  expect(answers).not.toMatch(/PRIVATE|private/);
  const { rows } = await sql<{
    text: string;
  }>`select encode(private_key, 'escape') as text from dkim_keys`.execute(db());
  for (const { text } of rows) expect(text).not.toContain('PRIVATE KEY');
  await sql`update dkim_keys set domain = 'bank.example' where organisation_id = ${tenant.organisationId}`.execute(
    db(),
  );
  await confirmSender(laurel, tenant, 'office@bank.example');
  const body = { templateId: tenant.templateId, variables: VARIABLES, recipientEmail: `e@${domain}`, sendEmail: true };
  const { id } = (await laurel.call('/certificates', { key: tenant.key, body })).body;
  await laurel.rendered(tenant.key, id);
  await waitFor(
    'the end of its job',
    async () =>
      (
        await sql`select from laurel_mails._private_jobs where payload->>'organisationId' = ${tenant.organisationId}`.execute(
          db(),
        )
      ).rows.length,
    (count) => count === 0,
  );
  expect(messages.has(`e@${domain}`)).toBe(false);
});

const VERIFY = `
import sys, dkim
record = sys.argv[1].encode()
message = sys.stdin.buffer.read()
print("valid" if dkim.DKIM(message).verify(dnsfunc=lambda name, timeout=5: record) else "invalid")
`;

describeJudgedBy(['/usr/lib/python3/dist-packages/dkim/__init__.py'], 'dkimpy', () => {
  test('accepts the signature of each mail, and of none that was changed', async () => {
    const { tenant, domain, owner } = await makeSchool();
    const { key } = await owner.dkim.create.mutate();
    const { name = '', value = '' } = key?.record ?? {};
    records.set(name, [value]);
    await owner.dkim.check.mutate();
    const names = ['Ada', 'Łucja Müller', 'محمد', '山田太郎', 'line '.repeat(30)];
    for (const [index, recipient] of names.entries()) {
      const message = await mailed(tenant, `judged-${index}@${domain}`, { ...VARIABLES, name: recipient.trim() });
      const verdict = (text: string) =>
        ask('/usr/bin/python3', ['-c', VERIFY, value], Buffer.from(text, 'latin1')).said.trim();
      expect(verdict(message), recipient).toBe('valid');
      expect(verdict(message.replace(/^Subject: /m, 'Subject: Re: ')), recipient).toBe('invalid');
      expect(verdict(message.replace(/^From: .*$/m, 'From: attacker@bank.example')), recipient).toBe('invalid');
    }
  });
});
