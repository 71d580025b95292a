import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { authRowText } from '../../domain/access/describe-auth-row.ts';
import type { Role } from '../../domain/access/rules.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { MAIL_PORTS } from '../../domain/limits.ts';
import { lockMembers, setRole } from '../../domain/members/rules.ts';
import { failRendering } from '../../domain/rendering/fail.ts';
import { randomToken, sha256 } from '../../domain/shared/crypto.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { createWebhook } from '../../domain/webhooks/create.ts';
import type { DesignDocument } from '../../templates-engine/index.ts';
import { authenticate } from './authentic.ts';
import { renamed, sourceSans, uploadFont } from './fonts.ts';
import { type Laurel, type Tenant, VARIABLES } from './laurel.ts';
import { nativeClient, PASSWORD, sessionOf } from './people.ts';
import { photograph, pictureForm } from './portraits.ts';
import { openRequest } from './requests.ts';

/** An organisation with a signed-in owner. */
export interface Fixture {
  laurel: Laurel;
  tenant: Tenant;
  owner: ReturnType<typeof nativeClient>;
  /** Owner's session, as headers. */
  session: Record<string, string>;
  /** Design that can be imported without changes. */
  design: Record<string, unknown>;
}

/** Creates the subject of a call. Resolves to the call. */
export type Prepare = (fixture: Fixture) => Promise<() => Promise<unknown>>;

export async function makeFixture(laurel: Laurel, email: string): Promise<Fixture> {
  const tenant = await laurel.tenant({ credits: 1_000_000 });
  const session = await sessionOf(laurel, tenant, email, 'owner');
  const design = JSON.parse(await readFile('samples/classic-diploma.json', 'utf8'));
  return { laurel, tenant, owner: nativeClient(laurel, session), session, design };
}

/** Returns the owner's client in test mode. */
async function inTestMode({ laurel, owner, session }: Fixture) {
  const { organisationId } = await owner.testMode.open.mutate();
  return nativeClient(laurel, { ...session, 'X-Laurel-Organisation': organisationId });
}

/** Makes a call. Resolves to the HTTP status. */
export async function statusOf(call: () => Promise<unknown>): Promise<number> {
  try {
    await call();
    return 200;
  } catch (error) {
    const { data } = error as { data?: { httpStatus?: number } };
    if (data?.httpStatus === undefined) throw error;
    return data.httpStatus;
  }
}

/** Throws for a failed REST call like a native call does. */
export async function succeed(call: Promise<{ status: number }>): Promise<void> {
  const { status } = await call;
  if (status >= 400) throw Object.assign(new Error(`the status is ${status}`), { data: { httpStatus: status } });
}

/** Counter for names of fonts, with two digits. Uploading an identical font changes nothing, so each has a different name. */
let addedFonts = 10;

/** Every mutation that changes something, with a call that succeeds. */
export const MUTATIONS: Record<string, Prepare> = {
  'certificates.generate': async ({ owner, tenant }) => {
    const input = {
      templateId: tenant.templateId,
      variables: VARIABLES,
      recipientEmail: 'a@example.org',
      sendEmail: true,
    };
    return () => owner.certificates.generate.mutate(input);
  },
  'imports.create': async ({ owner, tenant }) => {
    const certificates = [{ variables: VARIABLES, awardedOn: '2021-05-03', recipientEmail: 'a@example.org' }];
    return () => owner.imports.create.mutate({ templateId: tenant.templateId, certificates });
  },
  'certificates.revoke': async (fixture) => {
    const id = await certificate(fixture);
    return () => fixture.owner.certificates.revoke.mutate({ id, reason: 'a mistake' });
  },
  'certificates.reinstate': async (fixture) => {
    const id = await certificate(fixture);
    await fixture.owner.certificates.revoke.mutate({ id, reason: 'a mistake' });
    return () => fixture.owner.certificates.reinstate.mutate({ id });
  },
  'certificates.changeExpiry': async (fixture) => {
    const id = await certificate(fixture);
    let year = 2050;
    // A later one each time, because an unchanged expiry changes nothing.
    return () =>
      fixture.owner.certificates.changeExpiry.mutate({ id, expiresAt: `${year++}-12-31`, reason: 'an extension' });
  },
  'certificates.correct': async (fixture) => {
    const id = await certificate(fixture);
    let count = 0;
    return () =>
      fixture.owner.certificates.correct.mutate({
        ...{ id, variables: { name: `Ada ${count++}` }, recipientEmail: `ada-${count}@example.org` },
        ...{ reason: 'a mistake', sendEmail: true },
      });
  },
  'certificates.renew': async (fixture) => {
    let id = await certificate(fixture);
    // The renewal of the last one each time, because a certificate is renewed once.
    return async () => {
      const renewed = await fixture.owner.certificates.renew.mutate({ id });
      id = renewed.id;
      return renewed;
    };
  },
  'requests.accept': async ({ laurel, tenant, owner }) => {
    const { id } = await openRequest(laurel, tenant);
    return () => owner.requests.accept.mutate({ id });
  },
  'requests.decline': async ({ laurel, tenant, owner }) => {
    const { id } = await openRequest(laurel, tenant);
    return () => owner.requests.decline.mutate({ id, answer: 'As in the passport' });
  },
  'certificates.renewMany': async (fixture) => {
    const ids = [await certificate(fixture)];
    return () => fixture.owner.certificates.renewMany.mutate({ selection: { ids }, sendEmail: false });
  },
  'certificates.emailMany': async (fixture) => {
    const ids = [await certificate(fixture)];
    return () => fixture.owner.certificates.emailMany.mutate({ selection: { ids } });
  },
  'recipients.merge': async (fixture) => {
    const { id, into } = await twoRecipients(fixture);
    return () => fixture.owner.recipients.merge.mutate({ id, into });
  },
  'recipients.separate': async (fixture) => {
    const { id, into } = await twoRecipients(fixture);
    await fixture.owner.recipients.merge.mutate({ id, into });
    return () => fixture.owner.recipients.separate.mutate({ id });
  },
  'savedFilters.save': async ({ owner }) => {
    const name = randomUUID();
    return () => owner.savedFilters.save.mutate({ name, filter: { status: 'REVOKED' }, isShared: false });
  },
  'savedFilters.delete': async ({ owner }) => {
    const { id } = await owner.savedFilters.save.mutate({ name: randomUUID(), filter: { tag: 'x' }, isShared: true });
    return () => owner.savedFilters.delete.mutate({ id });
  },
  'certificates.changeTags': async (fixture) => {
    const ids = [await certificate(fixture)];
    let count = 0;
    // Another one each time, because a tag that a certificate has changes nothing.
    return () => fixture.owner.certificates.changeTags.mutate({ selection: { ids }, add: [`tag ${count++}`] });
  },
  'certificates.changeExpiryOfMany': async (fixture) => {
    const ids = [await certificate(fixture)];
    const input = { selection: { ids }, expiresAt: '2050-12-31', reason: 'an extension' };
    return () => fixture.owner.certificates.changeExpiryOfMany.mutate(input);
  },
  'certificates.changeExpiriesByTable': async (fixture) => {
    const rows = [{ certificate: await certificate(fixture), expiresAt: '2050-12-31' }];
    return () => fixture.owner.certificates.changeExpiriesByTable.mutate({ rows, reason: 'an extension' });
  },
  'certificates.correctByTable': async (fixture) => {
    const rows = [{ certificate: await certificate(fixture), awardedOn: '2020-05-03' }];
    return () => fixture.owner.certificates.correctByTable.mutate({ rows, reason: 'a wrong date' });
  },
  'certificates.revokeMany': async (fixture) => {
    const ids = [await certificate(fixture)];
    return () => fixture.owner.certificates.revokeMany.mutate({ selection: { ids }, reason: 'a mistake' });
  },
  'certificates.email': async (fixture) => {
    const id = await certificate(fixture);
    return () => fixture.owner.certificates.email.mutate({ id });
  },
  'batches.create': async ({ owner, tenant }) => {
    const input = { templateId: tenant.templateId, recipients: recipients(3), sendEmail: true };
    return () => owner.batches.create.mutate(input);
  },
  'batches.issue': async ({ owner, tenant }) => {
    const input = { templateId: tenant.templateId, recipients: recipients(3), sendEmail: true, name: 'Spring' };
    return () => owner.batches.issue.mutate(input);
  },
  'batches.changeTags': async ({ owner, tenant }) => {
    const input = { templateId: tenant.templateId, recipients: recipients(1) };
    const { batchId: id } = await owner.batches.create.mutate(input);
    let count = 0;
    return () => owner.batches.changeTags.mutate({ id, add: [`tag ${count++}`] });
  },
  'batches.retryFailed': async ({ laurel, owner, tenant }) => {
    const { templateId, organisationId } = tenant;
    const { batchId, certificates } = await owner.batches.create.mutate({ templateId, recipients: recipients(2) });
    for (const { id } of certificates)
      await failRendering(laurel.installation.services, { organisationId, certificateId: id });
    return () => owner.batches.retryFailed.mutate({ id: batchId });
  },
  'templates.create':
    async ({ owner, design }) =>
    () =>
      owner.templates.create.mutate({ design: design as unknown as DesignDocument }),
  'templates.publish': async (fixture) => {
    const id = await template(fixture);
    return () => fixture.owner.templates.publish.mutate({ id, design: fixture.design as unknown as DesignDocument });
  },
  'organisation.update': async ({ owner }) => {
    const organizationName = `Renamed ${randomUUID()}`;
    return () => owner.organisation.update.mutate({ organizationName });
  },
  'organisation.resendConfirmation': async ({ owner }) => {
    await owner.organisation.update.mutate({ senderAddress: `${randomUUID()}@example.org` });
    return () => owner.organisation.resendConfirmation.mutate({ purpose: 'SENDER' });
  },
  'mailServer.save': async (fixture) => {
    await confirmSender(fixture);
    let port = 0;
    return () => fixture.owner.mailServer.save.mutate({ ...MAIL_SERVER, port: MAIL_PORTS[port++ % 4] ?? 25 });
  },
  'mailServer.remove': async (fixture) => {
    await confirmSender(fixture);
    await fixture.owner.mailServer.save.mutate(MAIL_SERVER);
    return () => fixture.owner.mailServer.remove.mutate();
  },
  'dkim.create': async (fixture) => {
    await confirmSender(fixture);
    return () => fixture.owner.dkim.create.mutate();
  },
  'dkim.remove': async (fixture) => {
    await confirmSender(fixture);
    await fixture.owner.dkim.create.mutate();
    return () => fixture.owner.dkim.remove.mutate();
  },
  'organisation.uploadLogo':
    async ({ laurel, tenant: { key } }) =>
    () =>
      uploadLogo(laurel, key),
  'fonts.add': async ({ laurel, session }) => {
    const file = renamed(await sourceSans('ttf'), 'Source Sans 3', `Added Sans ${addedFonts++}`);
    return async () => succeed(uploadFont(laurel, session, file));
  },
  'fonts.remove': async ({ laurel, owner, session }) => {
    const { font } = await uploadFont(
      laurel,
      session,
      renamed(await sourceSans('ttf'), 'Source Sans 3', 'Old Sans 1234'),
    );
    return () => owner.fonts.remove.mutate({ id: font?.id ?? '' });
  },
  // Another picture each time, because a known one changes nothing.
  'pictureLibrary.add':
    async ({ owner }) =>
    async () =>
      owner.pictureLibrary.add.mutate(pictureForm(await photograph(`#${randomUUID().slice(0, 6)}`), 'Seal')),
  'pictureLibrary.rename': async ({ owner }) => {
    const { id } = await owner.pictureLibrary.add.mutate(pictureForm(await photograph('#0a1'), 'Seal'));
    return () => owner.pictureLibrary.rename.mutate({ id, name: randomUUID() });
  },
  'pictureLibrary.remove': async ({ owner }) => {
    const { id } = await owner.pictureLibrary.add.mutate(pictureForm(await photograph('#0a2'), 'Seal'));
    return () => owner.pictureLibrary.remove.mutate({ id });
  },
  'organisation.deleteLogo': async ({ laurel, owner, tenant: { key } }) => {
    await uploadLogo(laurel, key);
    return () => owner.organisation.deleteLogo.mutate();
  },
  'apiKeys.create':
    async ({ owner }) =>
    () =>
      owner.apiKeys.create.mutate({ name: 'Shop', scopes: ['credits:read'] }),
  'apiKeys.revoke': async (fixture) => {
    const id = await apiKey(fixture);
    return () => fixture.owner.apiKeys.revoke.mutate({ id });
  },
  'apiKeys.rotate': async (fixture) => {
    const id = await apiKey(fixture);
    return () => fixture.owner.apiKeys.rotate.mutate({ id });
  },
  'numberSeries.create': async ({ owner }) => {
    const name = crypto.randomUUID();
    return () => owner.numberSeries.create.mutate({ name, pattern: `${name} {#}` });
  },
  'webhooks.create':
    async ({ owner }) =>
    () =>
      owner.webhooks.create.mutate({ name: 'test', url: RECEIVER, events: ['certificate.failed'] }),
  'webhooks.update': async (fixture) => {
    const id = await webhook(fixture);
    return () => fixture.owner.webhooks.update.mutate({ id, name: 'renamed' });
  },
  'webhooks.enable': async (fixture) => {
    const id = await webhook(fixture);
    await sql`update webhooks set status = 'DISABLED' where id = ${id}`.execute(db(fixture));
    return () => fixture.owner.webhooks.enable.mutate({ id });
  },
  'webhooks.delete': async (fixture) => {
    const id = await webhook(fixture);
    await fixture.owner.webhooks.ping.mutate({ id });
    return () => fixture.owner.webhooks.delete.mutate({ id });
  },
  'webhooks.rotateSecret': async (fixture) => {
    const id = await webhook(fixture);
    return () => fixture.owner.webhooks.rotateSecret.mutate({ id });
  },
  'webhooks.ping': async (fixture) => {
    const id = await webhook(fixture);
    return () => fixture.owner.webhooks.ping.mutate({ id });
  },
  'webhooks.replay': async (fixture) => {
    const { deliveryId } = await fixture.owner.webhooks.ping.mutate({ id: await webhook(fixture) });
    await sql`update webhook_deliveries set status = 'FAILED', attempts = 3 where id = ${deliveryId}`.execute(
      db(fixture),
    );
    await authenticate(fixture.laurel.installation.services, 'webhook_deliveries', sql`id = ${deliveryId}`);
    return () => fixture.owner.webhooks.replay.mutate({ deliveryId });
  },
  'members.invite': async ({ owner }) => {
    const email = `${randomUUID()}@example.org`;
    return () => owner.members.invite.mutate({ email, role: 'viewer' });
  },
  'members.withdrawInvitation': async (fixture) => {
    const { id } = await invitation(fixture);
    return () => fixture.owner.members.withdrawInvitation.mutate({ id });
  },
  'members.changeRole': async (fixture) => {
    const userId = await member(fixture, 'viewer');
    return () => fixture.owner.members.changeRole.mutate({ userId, role: 'admin' });
  },
  'members.chooseDigest': async ({ owner }) => {
    const { isWanted } = await owner.members.digest.query();
    return () => owner.members.chooseDigest.mutate({ isWanted: !isWanted });
  },
  'members.remove': async (fixture) => {
    const userId = await member(fixture, 'viewer');
    return () => fixture.owner.members.remove.mutate({ userId });
  },
  'invitations.accept': async (fixture) => {
    const { token } = await invitation(fixture);
    const input = { token, name: 'New', password: PASSWORD };
    return () => nativeClient(fixture.laurel, {}).invitations.accept.mutate(input);
  },
  'designs.create':
    async ({ owner, design }) =>
    () =>
      owner.designs.create.mutate({ design }),
  'designs.duplicate':
    async ({ owner, tenant: { templateId: id } }) =>
    () =>
      owner.designs.duplicate.mutate({ id }),
  'designs.discardDraft': async (fixture) => {
    const { id, revision } = await draftOfTemplate(fixture);
    return () => fixture.owner.designs.discardDraft.mutate({ id, revision });
  },
  'designs.publish': async (fixture) => {
    const { id, revision } = await draftOfTemplate(fixture);
    return () => fixture.owner.designs.publish.mutate({ id, revision });
  },
  'designs.archive': async (fixture) => {
    const id = await template(fixture);
    return () => fixture.owner.designs.archive.mutate({ id });
  },
  'designs.restore': async (fixture) => {
    const id = await template(fixture);
    await fixture.owner.designs.archive.mutate({ id });
    return () => fixture.owner.designs.restore.mutate({ id });
  },
  'testMode.setClock': async (fixture) => {
    const client = await inTestMode(fixture);
    const { now } = await client.testMode.clock.query();
    return () => client.testMode.setClock.mutate({ now: new Date(Date.parse(now) + 60_000).toISOString() });
  },
  'testMode.setCredits': async (fixture) => {
    const client = await inTestMode(fixture);
    return () => client.testMode.setCredits.mutate({ balance: 7 });
  },
  'testMode.reset': async (fixture) => {
    const client = await inTestMode(fixture);
    return () => client.testMode.reset.mutate();
  },
};

/** Mutations without an audit entry, and the reason why they need no entry. */
export const RECORD_NOTHING: Record<string, string> = {
  'testMode.sendMail': 'changes nothing, and only sends an e-mail to the user who asks',
  'testMode.open': 'makes room for tests, and changes nothing of the organisation',
  'session.chooseLanguage': 'belongs to a person, not to an organisation',
  'bounces.report': 'a mail server decided it, and the e-mails of the certificate show it',
  'batches.check': 'changes nothing: it is a mutation because its input is long',
  'batches.readRenewed': 'changes nothing: it is a mutation because its input is long',
  'batches.sendTestEmail': 'changes nothing, and only sends an e-mail to the user who asks',
  'certificates.choose': 'changes nothing visible: it keeps the ids of a download for a day',
  'designs.preview': 'changes nothing: it is a mutation because its input is long',
  'dkim.check': 'the DNS decided it, and the settings show it',
  'mailServer.test': 'changes nothing, and only sends an e-mail to the user who asks',
  'organisation.sendTestEmail': 'changes nothing, and only sends an e-mail to the user who asks',
  'imports.addFile': 'changes nothing visible: its row names the uploader, and the import is recorded',
  'assets.add': 'changes nothing visible: its row names the uploader, and issuing with it is recorded',
  'designs.draw': 'changes nothing: it is a mutation because its input is long',
  'designs.letterhead': 'changes nothing: it is a mutation because its input is long',
  'designs.saveDraft': 'the designer saves automatically; creating, publishing and discarding a draft are recorded',
};

/** Public address, to which nothing connects. */
const MAIL_SERVER = { host: '8.8.8.8', port: 587 as const, username: 'office', password: 'secret' };

/** Gives the organisation a sender's address that its mailbox has confirmed. */
async function confirmSender(fixture: Fixture): Promise<void> {
  const { organisationId } = fixture.tenant;
  await sql`update organisations set sender_address = 'office@school.example', sender_asked_at = now(), sender_confirmed = true
    where id = ${organisationId}`.execute(db(fixture));
  await authenticate(fixture.laurel.installation.services, 'organisations', sql`id = ${organisationId}`);
}

const RECEIVER = 'http://127.0.0.1:9/hook';

const db = ({ laurel }: Fixture) => database(laurel.installation.services.em());

const recipients = (count: number) =>
  Array.from({ length: count }, () => ({ variables: VARIABLES, recipientEmail: 'a@example.org' }));

async function certificate({ owner, tenant: { templateId } }: Fixture): Promise<string> {
  const input = { templateId, variables: VARIABLES, recipientEmail: 'a@example.org' };
  return (await owner.certificates.generate.mutate(input)).id;
}

/** Issues to two new addresses, and returns their recipients. */
async function twoRecipients({ owner, tenant: { templateId } }: Fixture): Promise<{ id: string; into: string }> {
  const recipientOf = async () => {
    const input = { templateId, variables: VARIABLES, recipientEmail: `${randomUUID()}@example.org` };
    const { id } = await owner.certificates.generate.mutate(input);
    return (await owner.certificates.get.query({ id })).recipientId ?? '';
  };
  return { id: await recipientOf(), into: await recipientOf() };
}

async function apiKey({ laurel, tenant }: Fixture): Promise<string> {
  return (await createApiKey(laurel.context(tenant), { name: 'old', scopes: ['credits:read'] })).id;
}

async function webhook({ laurel, tenant }: Fixture): Promise<string> {
  const input = { name: 'test', url: RECEIVER, events: ['certificate.failed' as const] };
  return (await createWebhook(laurel.context(tenant), input)).id;
}

async function template({ laurel, tenant, design }: Fixture): Promise<string> {
  return (await importTemplate(laurel.context(tenant), design)).id;
}

async function draftOfTemplate(fixture: Fixture): Promise<{ id: string; revision: number }> {
  const id = await template(fixture);
  const design = { ...fixture.design, name: 'Changed' };
  const { revision } = await fixture.owner.designs.saveDraft.mutate({ id, design, revision: 0 });
  return { id, revision };
}

async function member(fixture: Fixture, role: Role): Promise<string> {
  const userId = randomUUID();
  const context = fixture.laurel.context(fixture.tenant);
  const user = { id: userId, name: 'M', email: `${userId}@example.org`, emailVerified: true };
  const mac = context.authenticator.mac(authRowText('user', user)).toString('base64');
  await sql`insert into auth."user" (id, name, email, "emailVerified", mac)
    values (${userId}, 'M', ${user.email}, true, ${mac})`.execute(db(fixture));
  await context.em().transactional(async (em) => {
    await setRole(em, context, await lockMembers(em, context, context.organisationId), { userId, role });
  });
  return userId;
}

/** Creates an invitation by members.invite and gives it a known token. The original token is only in the e-mail. */
async function invitation(fixture: Fixture): Promise<{ id: string; token: string }> {
  const email = `${randomUUID()}@example.org`;
  const { id } = await fixture.owner.members.invite.mutate({ email, role: 'viewer' });
  const token = randomToken(32).toString('base64url');
  await sql`update invitations set token_hash = ${sha256(token)} where id = ${id}`.execute(db(fixture));
  await authenticate(fixture.laurel.installation.services, 'invitations', sql`id = ${id}`);
  return { id, token };
}

async function uploadLogo(laurel: Laurel, key: string): Promise<void> {
  const form = new FormData();
  form.append('logo', new Blob([LOGO]), 'logo.svg');
  await succeed(laurel.call('/organisation/logo', { key, body: form }));
}

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="#085"/></svg>';
