import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { figure, scale } from '../support/faults.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { Mailbox, recipientsOf } from '../support/mailbox.ts';
import { createMember, nativeClient, sessionOf } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';

const ATTEMPTS = scale(12, 200);
const HOURLY = 5;

let laurel: Laurel;
let mailbox: Mailbox;
let tenant: Tenant;
let owner: ReturnType<typeof nativeClient>;

beforeAll(async () => {
  mailbox = await Mailbox.start();
  laurel = await Laurel.start({ SMTP_URL: mailbox.url, TRUST_PROXY: 'true' });
  tenant = await laurel.tenant();
  owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@mailboxes.example', 'owner'));
});

/** Returns the number of e-mails to an address, once at least `least` arrived and no job can send more. */
async function mailsTo(address: string, least = HOURLY): Promise<number> {
  const jobs = sql<{ count: number }>`select count(*)::int from (
    select from laurel_mails._private_jobs union all select from laurel_tasks._private_jobs) job`;
  const read = async () => {
    const { rows } = await jobs.execute(database(laurel.installation.services.em()));
    const mails = mailbox.mails.filter((mail) => recipientsOf(mail).includes(address));
    return { jobs: rows[0]?.count, arrived: mails.length };
  };
  const end = await waitFor(`every e-mail to ${address}`, read, (now) => now.jobs === 0 && now.arrived >= least);
  return end.arrived;
}

/** Makes a call as often as a busy server asks for it. */
const patient = (call: () => Promise<unknown>): Promise<unknown> =>
  call().catch((error) => (error.data?.code === 'SERVICE_UNAVAILABLE' ? patient(call) : Promise.reject(error)));

const refusalsOf = async (calls: (() => Promise<unknown>)[]) =>
  (await Promise.allSettled(calls.map(patient))).flatMap((result) =>
    result.status === 'rejected' ? [result.reason.data] : [],
  );

const LIMITED = { code: 'RATE_LIMITED', httpStatus: 429, reason: 'mail_limit' };

test('a mailbox gets five invitations per hour, from all organisations together', async () => {
  const email = 'invited@mailboxes.example';
  const other = await laurel.tenant();
  const second = nativeClient(laurel, await sessionOf(laurel, other, 'second@mailboxes.example', 'owner'));
  const invite = (by: typeof owner) => by.members.invite.mutate({ email, role: 'viewer' });
  const refusals = await refusalsOf(
    Array.from({ length: ATTEMPTS }, (_, index) => () => invite(index % 2 ? owner : second)),
  );
  expect(refusals).toHaveLength(ATTEMPTS - HOURLY);
  expect(refusals[0]).toMatchObject(LIMITED);
  // An invitation that is replaced before its e-mail is sent causes no e-mail.
  figure({ fault: 'F44', what: 'invitations to one mailbox', measured: await mailsTo(email, 1), wanted: HOURLY });
});

test('a mailbox gets five copies of certificates per hour', async () => {
  const recipientEmail = 'graduate@mailboxes.example';
  const body = { templateId: tenant.templateId, variables: VARIABLES, recipientEmail };
  const { body: made } = await laurel.call('/certificates', { key: tenant.key, body });
  await laurel.rendered(tenant.key, made.id);
  const refusals = await refusalsOf(
    Array.from({ length: ATTEMPTS }, () => () => owner.certificates.email.mutate({ id: made.id })),
  );
  expect(refusals).toHaveLength(ATTEMPTS - HOURLY);
  expect(refusals[0]).toMatchObject(LIMITED);
  const ids = [made.id];
  await owner.certificates.emailMany.mutate({ selection: { ids } });
  figure({ fault: 'F44', what: 'copies to one mailbox', measured: await mailsTo(recipientEmail), wanted: HOURLY });
});

test('a mailbox gets five links for a new password per hour, and the answers are identical', async () => {
  const email = 'forgetful@mailboxes.example';
  await createMember(laurel, tenant, email, 'viewer');
  const statuses: number[] = [];
  for (let index = 0; index < ATTEMPTS; index++) {
    const response = await fetch(`${laurel.url}/auth/request-password-reset`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: laurel.url, 'X-Forwarded-For': `192.0.2.${index + 1}` },
      body: JSON.stringify({ email }),
    });
    statuses.push(response.status);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  figure({ fault: 'F44', what: 'links to one mailbox', measured: await mailsTo(email), wanted: HOURLY });
});

test('the hour of a mailbox ends, even if the clock was set back', async () => {
  const em = laurel.installation.services.em();
  const invite = () => owner.members.invite.mutate({ email: 'invited@mailboxes.example', role: 'viewer' });
  await sql`update rate_limits set expire = expire + 86400000 where key like 'mail-invitation:%'`.execute(database(em));
  await expect(invite()).resolves.toHaveProperty('id');
  await sql`update rate_limits set points = 99 where key like 'mail-invitation:%'`.execute(database(em));
  await expect(invite()).rejects.toMatchObject({ data: LIMITED });
  await sql`update rate_limits set expire = expire - 3600000 where key like 'mail-invitation:%'`.execute(database(em));
  await expect(invite()).resolves.toHaveProperty('id');
});
