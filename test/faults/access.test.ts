import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { Scope } from '../../domain/access/allow-scopes.ts';
import type { Role } from '../../domain/access/rules.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { keyOf } from '../../domain/api-keys/make-key.ts';
import { revokeApiKey } from '../../domain/api-keys/revoke.ts';
import { sandboxOf } from '../../domain/shared/ids.ts';
import { appRouter } from '../../procedures/router.ts';
import { restRoutes } from '../../server/http/rest-router.ts';
import { figure, scale, timing } from '../support/faults.ts';
import { sourceSans, uploadFont } from '../support/fonts.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { nativeClient, PASSWORD, sessionOf, signInAs } from '../support/people.ts';
import { photograph, pictureForm } from '../support/portraits.ts';
import { openRequest } from '../support/requests.ts';
import { differenceOf } from '../support/welch.ts';

let laurel: Laurel;
/** Attacked organisation, which has one of everything. */
let victim: Tenant;
/** Headers of its owner. */
let asVictim: Record<string, string>;
/** Ids of the victim's rows, by their names in the table. */
let theirs: Record<
  | 'template'
  | 'certificate'
  | 'recipient'
  | 'batch'
  | 'webhook'
  | 'delivery'
  | 'apiKey'
  | 'invitation'
  | 'member'
  | 'request'
  | 'font'
  | 'filter'
  | 'picture',
  string
>;
let stranger: Tenant;
/** Headers of the attacking organisation's users, by role. */
let people: Record<Role, Record<string, string>>;

beforeAll(async () => {
  laurel = await Laurel.shared();
  [victim, stranger] = [await laurel.tenant(), await laurel.tenant()];
  asVictim = await sessionOf(laurel, victim, 'owner@victim.example', 'owner');
  const owner = nativeClient(laurel, asVictim);
  const url = 'http://127.0.0.1:9/victim';
  const { id: webhook } = await owner.webhooks.create.mutate({ name: 'Theirs', url, events: ['certificate.ready'] });
  const { deliveryId } = await owner.webhooks.ping.mutate({ id: webhook });
  const { id: apiKey } = await owner.apiKeys.create.mutate({ name: 'Theirs', scopes: ['credits:read'] });
  const { id: invitation } = await owner.members.invite.mutate({ email: 'guest@victim.example', role: 'viewer' });
  const { font } = await uploadFont(laurel, asVictim, await sourceSans('ttf'));
  const { templateId } = victim;
  const certificate = await laurel.issue(victim);
  const recipients = [{ variables: VARIABLES }];
  const { batchId } = (await laurel.call('/batches', { key: victim.key, body: { templateId, recipients } })).body;
  await laurel.completed(victim.key, batchId);
  const addressed = { templateId, variables: VARIABLES, recipientEmail: 'ada@victim.example' };
  await laurel.call('/certificates', { key: victim.key, body: addressed });
  const { recipients: listed } = (await laurel.call('/recipients', { key: victim.key })).body;
  const { id: request } = await openRequest(laurel, victim);
  const { user } = await owner.session.get.query();
  const filter = await owner.savedFilters.save.mutate({ name: 'x', filter: { tag: 'x' }, isShared: true });
  const picture = await owner.pictureLibrary.add.mutate(pictureForm(await photograph('#123'), 'Seal'));
  theirs = {
    ...{ template: templateId, certificate: certificate.id, batch: batchId, webhook, delivery: deliveryId },
    ...{
      recipient: listed[0].id,
      apiKey,
      invitation,
      member: user.id,
      font: font?.id ?? '',
      request,
      filter: filter.id,
      picture: picture.id,
    },
  };
  const session = (role: Role) => sessionOf(laurel, stranger, `${role}@stranger.example`, role);
  const [asOwner, admin, issuer, viewer] = [
    await session('owner'),
    await session('admin'),
    await session('issuer'),
    await session('viewer'),
  ];
  people = { owner: asOwner, admin, issuer, viewer };
});

interface Entry {
  /** Required scope of a key or permission of a role; null if anyone may call it. */
  needs: string | null;
  /** True if a key with the scope may call it, too. */
  byKey?: true;
  /** True if REST lacks it although a key may call it. */
  isNative?: true;
  /** Returns the input with ids of the victim. Permitted callers get NOT_FOUND. */
  foreign?: () => unknown;
  /** Input without ids. Permitted callers get their own data, or a refusal of this empty input. */
  own?: unknown;
  /** True if it works in test mode only. */
  isForTest?: true;
}

const design = { name: 'x' };
/** Every operation of the product. The test fails if one is missing here or no longer exists. */
const ACCESS: Readonly<Record<string, Entry>> = {
  'testMode.open': { needs: 'certificates:read', own: {} },
  'testMode.clock': { needs: 'certificates:read', byKey: true, own: {}, isForTest: true },
  'testMode.setClock': { needs: 'certificates:write', byKey: true, own: {}, isForTest: true },
  'testMode.setCredits': { needs: 'certificates:write', byKey: true, own: {}, isForTest: true },
  'testMode.mails': { needs: 'certificates:read', byKey: true, own: {}, isForTest: true },
  'testMode.sendMail': { needs: 'certificates:read', own: { id: crypto.randomUUID() }, isForTest: true },
  'testMode.reset': { needs: 'certificates:write', byKey: true, own: {}, isForTest: true },
  'templates.list': { needs: 'templates:read', byKey: true, own: {} },
  'templates.get': { needs: 'templates:read', byKey: true, foreign: () => ({ id: theirs.template }) },
  'templates.create': { needs: 'templates:write', byKey: true, own: {} },
  'templates.publish': { needs: 'templates:write', byKey: true, foreign: () => ({ id: theirs.template, design }) },
  'templates.preview': {
    needs: 'templates:read',
    foreign: () => ({ id: theirs.template, variables: VARIABLES }),
  },
  'certificates.generate': {
    needs: 'certificates:write',
    byKey: true,
    foreign: () => ({ templateId: theirs.template, variables: VARIABLES }),
  },
  'certificates.list': { needs: 'certificates:read', byKey: true, own: {} },
  'certificates.count': { needs: 'certificates:read', own: {} },
  'certificates.choose': {
    needs: 'certificates:read',
    foreign: () => ({ selection: { ids: [theirs.certificate] } }),
  },
  'certificates.emailMany': {
    needs: 'certificates:write',
    foreign: () => ({ selection: { ids: [theirs.certificate] } }),
  },
  'certificates.revokeMany': {
    needs: 'certificates:revoke',
    foreign: () => ({ selection: { ids: [theirs.certificate] }, reason: 'x' }),
  },
  'certificates.changeTags': {
    needs: 'certificates:write',
    foreign: () => ({ selection: { ids: [theirs.certificate] }, add: ['x'] }),
  },
  'certificates.tags': { needs: 'certificates:read', own: {} },
  'certificates.changeExpiryOfMany': {
    needs: 'certificates:revoke',
    foreign: () => ({ selection: { ids: [theirs.certificate] }, expiresAt: null, reason: 'x' }),
  },
  'certificates.changeExpiriesByTable': {
    needs: 'certificates:revoke',
    own: { rows: [{ certificate: 'unknown', expiresAt: null }], reason: 'x' },
  },
  'certificates.correctByTable': {
    needs: 'certificates:write',
    own: { rows: [{ certificate: 'unknown', awardedOn: '2021-05-03' }], reason: 'x' },
  },
  'certificates.bulkActions': { needs: 'certificates:read', own: {} },
  'certificates.get': { needs: 'certificates:read', byKey: true, foreign: () => ({ id: theirs.certificate }) },
  'certificates.credential': { needs: 'certificates:read', byKey: true, foreign: () => ({ id: theirs.certificate }) },
  'certificates.download': { needs: 'certificates:read', byKey: true, foreign: () => ({ id: theirs.certificate }) },
  'certificates.revoke': {
    needs: 'certificates:revoke',
    byKey: true,
    foreign: () => ({ id: theirs.certificate, reason: 'x' }),
  },
  'certificates.reinstate': { needs: 'certificates:revoke', byKey: true, foreign: () => ({ id: theirs.certificate }) },
  'certificates.changeExpiry': {
    needs: 'certificates:write',
    byKey: true,
    foreign: () => ({ id: theirs.certificate, expiresAt: null, reason: 'x' }),
  },
  'certificates.correct': {
    needs: 'certificates:write',
    byKey: true,
    foreign: () => ({ id: theirs.certificate, variables: { name: 'x' }, reason: 'x' }),
  },
  'certificates.renew': { needs: 'certificates:write', byKey: true, foreign: () => ({ id: theirs.certificate }) },
  'certificates.renewMany': {
    needs: 'certificates:write',
    foreign: () => ({ selection: { ids: [theirs.certificate] }, sendEmail: false }),
  },
  'certificates.email': { needs: 'certificates:write', byKey: true, foreign: () => ({ id: theirs.certificate }) },
  'certificates.history': { needs: 'certificates:read', foreign: () => ({ id: theirs.certificate }) },
  'certificates.values': { needs: 'certificates:read', foreign: () => ({ id: theirs.certificate }) },
  'recipients.list': { needs: 'certificates:read', byKey: true, own: {} },
  'recipients.get': { needs: 'certificates:read', byKey: true, foreign: () => ({ id: theirs.recipient }) },
  'imports.create': {
    needs: 'certificates:import',
    byKey: true,
    foreign: () => ({
      templateId: theirs.template,
      certificates: [{ variables: VARIABLES, awardedOn: '2021-05-03' }],
    }),
  },
  'imports.addFile': { needs: 'certificates:import', byKey: true, own: {} },
  'bounces.report': { needs: 'certificates:write', byKey: true, own: { message: 'x' } },
  'imports.allowance': { needs: 'certificates:import', own: {} },
  'recipients.merge': {
    needs: 'certificates:write',
    foreign: () => ({ id: theirs.recipient, into: crypto.randomUUID() }),
  },
  'recipients.separate': { needs: 'certificates:write', foreign: () => ({ id: theirs.recipient }) },
  'savedFilters.list': { needs: 'certificates:read', own: {} },
  'savedFilters.save': { needs: 'certificates:read', own: { name: 'x', filter: { tag: 'x' }, isShared: false } },
  'savedFilters.delete': { needs: 'certificates:read', foreign: () => ({ id: theirs.filter }) },
  'requests.list': { needs: 'certificates:read', own: {} },
  'requests.count': { needs: 'certificates:read', own: {} },
  'requests.accept': { needs: 'certificates:write', foreign: () => ({ id: theirs.request }) },
  'requests.decline': { needs: 'certificates:write', foreign: () => ({ id: theirs.request, answer: 'x' }) },
  'assets.add': { needs: 'certificates:write', byKey: true, own: {} },
  'batches.create': {
    needs: 'certificates:write',
    byKey: true,
    foreign: () => ({ templateId: theirs.template, recipients: [{ variables: VARIABLES }] }),
  },
  'batches.issue': {
    needs: 'certificates:write',
    foreign: () => ({ templateId: theirs.template, recipients: [{ variables: VARIABLES }] }),
  },
  'batches.listDetails': { needs: 'certificates:read', own: {} },
  'batches.details': { needs: 'certificates:read', foreign: () => ({ id: theirs.batch }) },
  'batches.list': { needs: 'certificates:read', byKey: true, own: {} },
  'batches.get': { needs: 'certificates:read', byKey: true, foreign: () => ({ id: theirs.batch }) },
  'batches.certificates': { needs: 'certificates:read', byKey: true, foreign: () => ({ id: theirs.batch }) },
  'batches.failures': { needs: 'certificates:read', foreign: () => ({ id: theirs.batch }) },
  'batches.check': {
    needs: 'certificates:write',
    foreign: () => ({ templateId: theirs.template, recipients: [{ variables: VARIABLES }] }),
  },
  'batches.readRenewed': { needs: 'certificates:write', own: { names: ['unknown'] } },
  'batches.previewEmail': {
    needs: 'certificates:write',
    foreign: () => ({ templateId: theirs.template, variables: VARIABLES }),
  },
  'batches.sendTestEmail': {
    needs: 'certificates:write',
    foreign: () => ({ templateId: theirs.template, variables: VARIABLES }),
  },
  'batches.changeTags': { needs: 'certificates:write', foreign: () => ({ id: theirs.batch, add: ['x'] }) },
  'batches.retryFailed': { needs: 'certificates:write', foreign: () => ({ id: theirs.batch }) },
  'verify.certificate': { needs: null, byKey: true, foreign: () => ({ hash: '0'.repeat(64) }) },
  'organisation.get': { needs: 'organisation:read', byKey: true, own: {} },
  'organisation.update': { needs: 'organisation:write', byKey: true, own: {} },
  'organisation.uploadLogo': { needs: 'organisation:write', byKey: true, own: {} },
  'organisation.deleteLogo': { needs: 'organisation:write', byKey: true, own: {} },
  'organisation.mailboxes': { needs: 'organisation:write', own: {} },
  'organisation.resendConfirmation': { needs: 'organisation:write', own: { purpose: 'OTHER' } },
  'organisation.previewReminder': { needs: 'organisation:write', own: {} },
  'organisation.previewEmail': { needs: 'organisation:write', own: {} },
  'organisation.sendTestEmail': { needs: 'organisation:write', own: {} },
  'mailServer.get': { needs: 'mail-server:manage', own: {} },
  'mailServer.save': { needs: 'mail-server:manage', own: {} },
  'mailServer.remove': { needs: 'mail-server:manage', own: { none: true } },
  'mailServer.test': { needs: 'mail-server:manage', own: {} },
  'dkim.get': { needs: 'mail-server:manage', own: {} },
  'dkim.create': { needs: 'mail-server:manage', own: { none: true } },
  'dkim.check': { needs: 'mail-server:manage', own: { none: true } },
  'dkim.remove': { needs: 'mail-server:manage', own: { none: true } },
  'credits.get': { needs: 'credits:read', byKey: true, own: {} },
  'credits.ledger': { needs: 'credits:read', own: {} },
  'apiKeys.list': { needs: 'api-keys:manage', own: {} },
  'apiKeys.create': { needs: 'api-keys:manage', own: {} },
  'apiKeys.revoke': { needs: 'api-keys:manage', foreign: () => ({ id: theirs.apiKey }) },
  'apiKeys.rotate': { needs: 'api-keys:manage', foreign: () => ({ id: theirs.apiKey }) },
  'numberSeries.list': { needs: 'organisation:read', own: {} },
  'numberSeries.create': { needs: 'organisation:write', own: {} },
  'webhooks.list': { needs: 'webhooks:read', byKey: true, own: {} },
  'webhooks.listManaged': { needs: 'webhooks:manage', own: {} },
  'webhooks.enable': { needs: 'webhooks:manage', foreign: () => ({ id: theirs.webhook }) },
  'webhooks.get': { needs: 'webhooks:manage', foreign: () => ({ id: theirs.webhook }) },
  'webhooks.create': { needs: 'webhooks:manage', own: {} },
  'webhooks.update': { needs: 'webhooks:manage', foreign: () => ({ id: theirs.webhook, name: 'Mine' }) },
  'webhooks.delete': { needs: 'webhooks:manage', foreign: () => ({ id: theirs.webhook }) },
  'webhooks.rotateSecret': { needs: 'webhooks:manage', foreign: () => ({ id: theirs.webhook }) },
  'webhooks.ping': { needs: 'webhooks:manage', foreign: () => ({ id: theirs.webhook }) },
  'webhooks.deliveries': { needs: 'webhooks:manage', foreign: () => ({ id: theirs.webhook }) },
  'webhooks.replay': { needs: 'webhooks:manage', foreign: () => ({ deliveryId: theirs.delivery }) },
  'session.get': { needs: 'session', own: {} },
  'session.chooseLanguage': { needs: 'session', own: { language: 'de' } },
  'members.list': { needs: 'organisation:read', own: {} },
  'members.invite': { needs: 'members:manage', own: {} },
  'members.withdrawInvitation': { needs: 'members:manage', foreign: () => ({ id: theirs.invitation }) },
  'members.changeRole': { needs: 'members:manage', foreign: () => ({ userId: theirs.member, role: 'viewer' }) },
  'members.digest': { needs: 'organisation:read', own: {} },
  'members.chooseDigest': { needs: 'organisation:read', own: { isWanted: true } },
  'members.remove': { needs: 'members:manage', foreign: () => ({ userId: theirs.member }) },
  'invitations.get': { needs: null, byKey: true, foreign: () => ({ token: 'guessed' }) },
  'invitations.accept': {
    needs: null,
    byKey: true,
    foreign: () => ({ token: 'guessed', name: 'x', password: PASSWORD }),
  },
  'audit.list': { needs: 'audit:read', own: {} },
  'audit.findings': { needs: 'audit:read', own: {} },
  'designs.list': { needs: 'templates:read', own: {} },
  'designs.get': { needs: 'templates:read', foreign: () => ({ id: theirs.template }) },
  'designs.create': { needs: 'templates:write', own: {} },
  'designs.duplicate': { needs: 'templates:write', foreign: () => ({ id: theirs.template }) },
  'designs.saveDraft': { needs: 'templates:write', foreign: () => ({ id: theirs.template, design, revision: 0 }) },
  'designs.discardDraft': { needs: 'templates:write', foreign: () => ({ id: theirs.template, revision: 0 }) },
  'designs.publish': { needs: 'templates:write', foreign: () => ({ id: theirs.template, revision: 0 }) },
  'designs.versions': { needs: 'templates:read', foreign: () => ({ id: theirs.template }) },
  'designs.version': { needs: 'templates:read', foreign: () => ({ id: theirs.template, version: 1 }) },
  'designs.archive': { needs: 'templates:write', foreign: () => ({ id: theirs.template }) },
  'designs.restore': { needs: 'templates:write', foreign: () => ({ id: theirs.template }) },
  'designs.preview': { needs: 'templates:read', own: {} },
  'designs.draw': { needs: 'templates:read', own: { elements: [], background: true } },
  'designs.letterhead': { needs: 'templates:write', own: {} },
  'designs.picture': { needs: 'templates:read', foreign: () => ({ id: theirs.template }) },
  'designs.fonts': { needs: 'templates:read', own: {} },
  'fonts.list': { needs: 'templates:read', byKey: true, isNative: true, own: {} },
  'fonts.add': { needs: 'templates:write', byKey: true, isNative: true, own: {} },
  'fonts.remove': { needs: 'templates:write', byKey: true, isNative: true, foreign: () => ({ id: theirs.font }) },
  'pictureLibrary.list': { needs: 'templates:read', byKey: true, isNative: true, own: {} },
  'pictureLibrary.add': { needs: 'templates:write', byKey: true, isNative: true, own: {} },
  'pictureLibrary.rename': {
    needs: 'templates:write',
    byKey: true,
    isNative: true,
    foreign: () => ({ id: theirs.picture, name: 'x' }),
  },
  'pictureLibrary.remove': {
    needs: 'templates:write',
    byKey: true,
    isNative: true,
    foreign: () => ({ id: theirs.picture }),
  },
  'events.list': { needs: 'events:read', byKey: true, own: {} },
  'events.follow': { needs: 'events:read', byKey: true, isNative: true, own: { after: 'none' } },
  'statistics.overview': { needs: 'certificates:read', own: {} },
  'statistics.figures': { needs: 'certificates:read', own: {} },
};

const READS = ['templates:read', 'certificates:read', 'organisation:read', 'credits:read', 'events:read'];
const MANAGES = ['api-keys:manage', 'webhooks:read', 'webhooks:manage', 'members:manage', 'audit:read'];
const ALL = [
  ...READS,
  'certificates:write',
  'certificates:revoke',
  'certificates:import',
  'organisation:write',
  'templates:write',
  ...MANAGES,
];
/** Permissions of each role, written out, so that widening a role requires a change here. */
const MAY: Readonly<Record<Role, readonly string[]>> = {
  owner: [...ALL, 'mail-server:manage'],
  admin: ALL,
  issuer: [...READS, 'certificates:write'],
  viewer: READS,
};
/** Permissions of each scope of a key. */
const OPENS: Readonly<Record<Scope, readonly string[]>> = {
  'templates:read': ['templates:read'],
  'templates:write': ['templates:read', 'templates:write'],
  'certificates:read': ['certificates:read'],
  'certificates:write': ['certificates:read', 'certificates:write'],
  'certificates:revoke': ['certificates:revoke'],
  'certificates:import': ['certificates:import'],
  'organisation:read': ['organisation:read'],
  'organisation:write': ['organisation:read', 'organisation:write'],
  'credits:read': ['credits:read'],
  'events:read': ['events:read'],
  'webhooks:read': ['webhooks:read'],
};

interface Answer {
  text: string;
  code: string;
}

async function postNative(path: string, input: unknown, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(`${laurel.url}/trpc/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(input),
  });
  return answer.text();
}

/** A stream reports its error in an event. */
const STREAMED = /^event: serialized-error\ndata: (.+)$/m;

const answerOf = (text: string): Answer => {
  const { error } = text.startsWith('event: ')
    ? { error: JSON.parse(STREAMED.exec(text)?.[1] ?? '{}') }
    : JSON.parse(text);
  return { text, code: error?.data?.code ?? 'OK' };
};

const { procedures } = appRouter._def as unknown as { procedures: Record<string, { _def: { type: string } }> };
const isSubscription = (name: string): boolean => procedures[name]?._def.type === 'subscription';

/** Streams are opened by GET, as event sources do. */
async function openStream(name: string, input: unknown, headers: Record<string, string>): Promise<string> {
  const query = new URLSearchParams({ input: JSON.stringify(input ?? {}) });
  return (await fetch(`${laurel.url}/trpc/${name}?${query}`, { headers })).text();
}

const callNative = async (name: string, input: unknown, headers: Record<string, string>): Promise<Answer> =>
  answerOf(await (isSubscription(name) ? openStream : postNative)(name, input, headers));

const inputOf = ({ foreign, own }: Entry): unknown => foreign?.() ?? own;
/** Returns the codes for permitted callers: not found, their own data, or an invalid empty input. */
const admitted = ({ foreign, isForTest }: Entry): string[] =>
  isForTest ? ['CONFLICT'] : foreign ? ['NOT_FOUND'] : ['OK', 'VALIDATION_ERROR'];

/** Way to call a list of operations: one by one, or several per request as the dashboard does. */
type CallAll = (headers: Record<string, string>) => Promise<[string, Answer][]>;

const oneByOne: CallAll = async (headers) => {
  const answers: [string, Answer][] = [];
  for (const [name, entry] of Object.entries(ACCESS))
    answers.push([name, await callNative(name, inputOf(entry), headers)]);
  return answers;
};

/** Fewer than the connections to the database. */
const TOGETHER = 8;

const together: CallAll = async (headers) => {
  const answers: [string, Answer][] = [];
  // A request has either queries or mutations.
  for (const entries of Map.groupBy(Object.entries(ACCESS), ([name]) => procedures[name]?._def.type).values()) {
    if (entries.every(([name]) => isSubscription(name))) {
      for (const [name, entry] of entries) answers.push([name, await callNative(name, inputOf(entry), headers)]);
      continue;
    }
    for (let first = 0; first < entries.length; first += TOGETHER) {
      const part = entries.slice(first, first + TOGETHER);
      const names = part.map(([name]) => name);
      const inputs = { ...part.map(([, entry]) => inputOf(entry)) };
      const texts = JSON.parse(await postNative(`${names.join()}?batch=1`, inputs, headers));
      for (const [index, name] of names.entries()) answers.push([name, answerOf(JSON.stringify(texts[index]))]);
    }
  }
  return answers;
};

/** Calls every operation. Returns those with an unexpected answer, or with data of the victim. */
async function walk(
  headers: Record<string, string>,
  expected: (entry: Entry) => string[],
  callAll: CallAll = oneByOne,
): Promise<string[]> {
  const marks = [victim.organisationId, ...Object.values(theirs)];
  const wrong: string[] = [];
  const answers = new Map(await callAll(headers));
  for (const [name, entry] of Object.entries(ACCESS)) {
    const { code, text } = answers.get(name) ?? { code: 'no answer', text: '' };
    if (!expected(entry).includes(code)) wrong.push(`${name}: ${code}`);
    if (marks.some((mark) => text.includes(mark))) wrong.push(`${name}: shows another organisation's data`);
  }
  return wrong;
}

const stateOfVictim = async () => {
  const owner = nativeClient(laurel, asVictim);
  // The state of the victim's own deliveries changes during the test.
  const {
    status: _,
    errorCount: __,
    lastSuccessAt: ___,
    ...webhook
  } = await owner.webhooks.get.query({ id: theirs.webhook });
  return {
    members: await owner.members.list.query(),
    webhook,
    certificate: await owner.certificates.get.query({ id: theirs.certificate }),
    design: await owner.designs.get.query({ id: theirs.template }),
    keys: (await owner.apiKeys.list.query()).apiKeys.map(({ id, revokedAt }) => [id, revokedAt]),
    credits: await owner.credits.get.query(),
  };
};

test('F28: every operation is in the access list', () => {
  expect(Object.keys(ACCESS).sort()).toEqual(Object.keys(appRouter._def.procedures).sort());
  const onRest = Object.entries(ACCESS).filter(
    ([name, { byKey, isNative }]) => byKey && !isNative && !name.startsWith('invitations.'),
  );
  expect(restRoutes.map(({ name }) => name).sort()).toEqual(onRest.map(([name]) => name).sort());
});

test.each(Object.keys(MAY) as Role[])(
  "F28: another organisation's %s can call only the role's operations, and sees nothing of the victim",
  async (role) => {
    const before = await stateOfVictim();
    const wrong = await walk(people[role], (entry) =>
      entry.needs === null || entry.needs === 'session' || MAY[role].includes(entry.needs)
        ? admitted(entry)
        : ['FORBIDDEN'],
    );
    figure({
      fault: 'F28',
      what: `operations with a wrong answer to another organisation's ${role}`,
      measured: wrong.join('; '),
      wanted: '',
    });
    expect(await stateOfVictim()).toEqual(before);
  },
);

test.each(Scope.options)(
  "F28: another organisation's key for %s can call only the scope's operations, and sees nothing of the victim",
  async (scope) => {
    const context = laurel.context(stranger);
    const { key } = await createApiKey(context, { name: scope, scopes: [scope] });
    const expected = (entry: Entry) => {
      if (entry.needs === null) return admitted(entry);
      if (entry.needs === 'session') return ['UNAUTHORIZED'];
      if (!OPENS[scope].includes(entry.needs)) return ['FORBIDDEN'];
      // Operations that are only for users accept no key.
      return entry.byKey ? admitted(entry) : ['UNAUTHORIZED'];
    };
    const wrong = await walk({ Authorization: `Bearer ${key}` }, expected, together);
    figure({
      fault: 'F28',
      what: `operations with a wrong answer to another organisation's key (${scope})`,
      measured: wrong.join('; '),
      wanted: '',
    });
  },
);

test('F28: no access without a session, without a key, or with a session that names another organisation', async () => {
  const wrong = await walk({}, (entry) => (entry.needs === null ? admitted(entry) : ['UNAUTHORIZED']));
  const abroad: string[] = [];
  await nativeClient(laurel, asVictim).testMode.open.mutate();
  for (const organisationId of [victim.organisationId, sandboxOf(victim.organisationId)]) {
    const named = { ...people.owner, 'X-Laurel-Organisation': organisationId };
    const found = await walk(named, (entry) =>
      entry.needs === null || entry.needs === 'session' ? admitted(entry) : ['UNAUTHORIZED'],
    );
    abroad.push(...found);
  }
  figure({
    fault: 'F28',
    what: 'operations with a wrong answer to unauthenticated callers',
    measured: [...wrong, ...abroad].join('; '),
    wanted: '',
  });
});

test('F28: REST answers another organisation with NOT_FOUND, and a missing scope with FORBIDDEN, on every route', async () => {
  const context = laurel.context(stranger);
  const { key: all } = await createApiKey(context, { name: 'all', scopes: [...Scope.options] });
  const wrong: string[] = [];
  const unlike = async (name: string, key: string | undefined, wanted: number[]) => {
    const route = restRoutes.find((one) => one.name === name);
    const entry = ACCESS[name];
    if (!route || !entry) return;
    const input = (inputOf(entry) ?? {}) as Record<string, string>;
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, parameter) => input[parameter] ?? '');
    const own = Object.fromEntries(Object.entries(input).filter(([member]) => !route.pathParameters.includes(member)));
    const body = route.method === 'GET' || route.method === 'DELETE' ? {} : { body: own };
    const { status } = await laurel.call(path, { ...(key && { key }), method: route.method, ...body });
    if (!wanted.includes(status)) wrong.push(`${route.method} ${route.path}: ${status}`);
  };
  for (const { name, admission } of restRoutes) {
    const { foreign, isForTest } = ACCESS[name] ?? {};
    await unlike(name, all, isForTest ? [409] : foreign ? [404] : [200, 400]);
    if (admission.scope === null) continue;
    await unlike(name, undefined, [401]);
    const other = Scope.options.find((scope) => !OPENS[scope].includes(String(admission.scope)));
    const { key } = await createApiKey(context, { name: 'other', scopes: [other ?? 'credits:read'] });
    await unlike(name, key, [403]);
  }
  figure({
    fault: 'F28',
    what: 'REST routes with a wrong answer to another organisation',
    measured: wrong.join('; '),
    wanted: '',
  });
});

/** Values that are not valid texts, or too long. */
const GARBAGE: unknown[] = [
  'a\0b',
  '\ud800',
  'x\udfff',
  'x'.repeat(60_000),
  '',
  {},
  [],
  ['x'],
  { toString: 'x' },
  7,
  true,
  null,
];
const FIELDS: Record<string, Record<string, unknown>> = {
  'sign-in/email': { email: 'viewer@stranger.example', password: PASSWORD },
  'update-user': { name: 'Viewer' },
  'change-password': { currentPassword: PASSWORD, newPassword: 'another good password' },
  'request-password-reset': { email: 'viewer@stranger.example' },
  'reset-password': { token: 'x', newPassword: PASSWORD },
  'revoke-session': { token: 'x' },
};

test('F19: no text of the session routes accepts NUL, a lone surrogate, an object or too much', async () => {
  const wrong: string[] = [];
  const post = async (path: string, body: string, type = 'application/json') => {
    const headers = { 'Content-Type': type, Origin: laurel.url, Cookie: people.viewer.Cookie ?? '' };
    const { status } = await fetch(`${laurel.url}/auth/${path}`, { method: 'POST', headers, body });
    if (status < 400 || status >= 500) wrong.push(`${path} ${body.slice(0, 80)}: ${status}`);
  };
  for (const [path, fields] of Object.entries(FIELDS)) {
    for (const field of Object.keys(fields))
      for (const value of GARBAGE) await post(path, JSON.stringify({ ...fields, [field]: value }));
    for (const body of ['{', '[]', 'null', '"x"', '[['.repeat(10_000), 'x'.repeat(300_000), '{"a":'.repeat(9_000)])
      await post(path, body);
    await post(path, JSON.stringify(fields), 'text/plain');
  }
  for (const path of [
    'reset-password/a%00b',
    'reset-password/%ED%A0%80',
    'reset-password/%',
    `reset-password/${'x'.repeat(9_000)}`,
  ]) {
    const { status } = await fetch(`${laurel.url}/auth/${path}?callbackURL=https://elsewhere.example`, {
      redirect: 'manual',
    });
    if (status < 400 || status >= 500) wrong.push(`${path.slice(0, 80)}: ${status}`);
  }
  for (const value of ['%00', '%E0%A4%A', 'x.y', `x.${'A'.repeat(43)}=`, '%ED%A0%80.x', ';;', 'x'.repeat(5_000)]) {
    const { code } = await callNative('session.get', {}, { Cookie: `laurel.session_token=${value}` });
    if (code !== 'UNAUTHORIZED') wrong.push(`cookie ${value.slice(0, 80)}: ${code}`);
  }
  figure({
    fault: 'F19',
    what: 'malformed bodies that the session routes accept or fail on',
    measured: wrong.join('; '),
    wanted: '',
  });
  expect((await signInAs(laurel, 'viewer@stranger.example')).status).toBe(200);
});

test('F27: the response time does not reveal which keys exist', async () => {
  const context = laurel.context(stranger);
  const made = await createApiKey(context, { name: 'revoked', scopes: ['credits:read'] });
  await revokeApiKey(context, made.id);
  const secret = () => randomBytes(24).toString('base64').replaceAll(/[+/]/g, 'x');
  const classes: [string, () => string, () => string][] = [
    ['revoked and unknown keys', () => made.key, () => keyOf(secret())],
    [
      'keys with the beginning of a valid one, and others',
      () => keyOf(`${stranger.key.slice(9, 37)}${secret().slice(0, 4)}`),
      () => keyOf(secret()),
    ],
  ];
  const time = async (key: string): Promise<number> => {
    const began = performance.now();
    const { status } = await laurel.call('/credits', { key });
    const took = performance.now() - began;
    expect(status).toBe(401);
    return took;
  };
  for (const [what, one, other] of classes) {
    const samples: [number[], number[]] = [[], []];
    for (let count = 0; count < scale(60, 4000); count++) {
      // In random order, so that other load on the machine affects both equally.
      const first = randomBytes(1).readUInt8() % 2;
      for (const which of [first, 1 - first]) samples[which]?.push(await time(which === 0 ? one() : other()));
    }
    const t = differenceOf(...samples);
    timing({ fault: 'F27', what: `|t| between ${what}`, measured: Math.round(t * 100) / 100, wanted: 4.5 });
  }
});
