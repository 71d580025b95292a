import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { setHidden } from '../../domain/hiding/set-hidden.ts';
import { createNumberSeries } from '../../domain/numbering/create.ts';
import { addRequest } from '../../domain/requests/add.ts';
import { openSandbox } from '../../domain/sandbox/open.ts';
import { SANDBOX_CREDITS } from '../../domain/sandbox/rules.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { Dice, isRefusal } from './dice.ts';
import type { Laurel, Tenant } from './laurel.ts';
import { nativeClient, sessionOf } from './people.ts';
import { photograph, portraitTemplate, uploadPicture } from './portraits.ts';
import { createTestKey } from './real-values.ts';
import { waitFor } from './wait-for.ts';

const NAMES = ['Ada Lovelace', 'Łucja Müller', 'Zoë Ångström', '李小龍', 'محمد علي', 'ada LOVELACE', 'Jean-Luc O’Neil'];
/** The second is the mailbox of the first. */
export const ADDRESSES = [
  'ada@example.org',
  'Ada@Example.org',
  'lucja@example.org',
  'zoe+x@example.org',
  'li@example.cn',
];
/** The second and the third are the same to filters. */
export const TAGS = ['2026', 'Été', 'ete', 'Lab'];
const DAY_MS = 24 * 60 * 60 * 1000;

const DESIGN = {
  name: 'Licence',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  validity: { months: 12 },
  numbering: { series: 'Licences' },
  hiding: true,
  requests: { variables: ['name'] },
  elements: ['{{name}}', 'until {{expiresOn}}', '{{certificateNumber}}'].map((text, index) => ({
    ...{ type: 'text', x: 10, y: 10 + 50 * index, width: 280, height: 30, font: 'Inter', size: 12, minSize: 4, text },
  })),
};

/** Ids of the templates. */
type Templates = Record<'licence' | 'portrait', string>;
/** Addresses of a picture that exists and of one that is missing. */
type Pictures = Record<'picture' | 'lost', string>;

async function templatesOf(laurel: Laurel, tenant: Tenant): Promise<Templates> {
  const { id: licence } = await importTemplate(laurel.context(tenant), DESIGN);
  return { licence, portrait: await portraitTemplate(laurel, tenant) };
}

/** An organisation whose certificates several clients change at random. */
export class RandomChanges {
  /** Ids of certificates that an answer named. */
  readonly ids = new Set<string>();
  /** Answers that no caller should get. */
  readonly faults: string[] = [];
  /** Credits before the first certificate. */
  readonly credits: number;
  readonly #laurel: Laurel;
  readonly #tenant: Tenant;
  readonly #session: Record<string, string>;
  readonly #templates: Templates;
  #pictures: Pictures = { picture: '', lost: '' };
  /** Counts starts and ends of resets and of moves of the clock. An answer that one of them overtakes says nothing. */
  #turns = 0;
  #aheadMs = 0;

  private constructor(
    laurel: Laurel,
    tenant: Tenant,
    { credits, session, templates }: { credits: number; session: Record<string, string>; templates: Templates },
  ) {
    this.#laurel = laurel;
    this.#tenant = tenant;
    this.credits = credits;
    this.#session = session;
    this.#templates = templates;
  }

  /** Prepares templates, numbers and pictures of an organisation with this number of credits. */
  static async prepare(laurel: Laurel, credits: number): Promise<RandomChanges> {
    const tenant = await laurel.tenant({ credits });
    const session = await sessionOf(laurel, tenant, 'owner@example.org', 'owner');
    const changes = new RandomChanges(laurel, tenant, {
      credits,
      session,
      templates: await templatesOf(laurel, tenant),
    });
    await changes.#supply();
    return changes;
  }

  /** Prepares the same in an organisation's test mode, whose clock is moved and which is reset now and then. */
  static async prepareTestMode(laurel: Laurel, live: Tenant): Promise<RandomChanges> {
    const sandbox = await openSandbox(laurel.context(live));
    const { organisationId } = sandbox;
    const tenant = { ...live, organisationId, key: await createTestKey(laurel, live) };
    const session = {
      ...(await sessionOf(laurel, live, 'owner@example.org', 'owner')),
      'X-Laurel-Organisation': organisationId,
    };
    const templates = await templatesOf(laurel, live);
    const changes = new RandomChanges(laurel, tenant, { credits: SANDBOX_CREDITS, session, templates });
    changes.#changes.push(changes.#moveClock, changes.#reset);
    await changes.#supply();
    return changes;
  }

  get tenant() {
    return this.#tenant;
  }

  /** Creates the series of numbers and uploads pictures. One is then missing from storage, so that its certificates fail. */
  async #supply(): Promise<void> {
    const context = this.#laurel.context(this.#tenant);
    await createNumberSeries(context, { name: 'Licences', pattern: 'L-{####}', start: 1, reset: 'never' });
    const upload = async (color: string): Promise<string> =>
      (await uploadPicture(this.#laurel, this.#tenant.key, await photograph(color))).body.asset;
    const [picture, lost] = [await upload('#246'), await upload('#a46')];
    const digest = Buffer.from(lost.slice('asset:'.length), 'hex');
    await sql`delete from files where name = (select file_name from assets
      where organisation_id = ${this.#tenant.organisationId} and digest = ${digest})`.execute(database(context.em()));
    this.#pictures = { picture, lost };
  }

  /** Returns a client of a person. The product has another address after each start. */
  get person() {
    return nativeClient(this.#laurel, this.#session);
  }

  /** Makes random changes, one after the other. A call that is cut off by the end of the process is left, and the client waits. */
  async make(count: number, seed: number): Promise<void> {
    const dice = new Dice(seed);
    for (let made = 0; made < count; made++) {
      const change = this.ids.size < 8 ? this.#issue : dice.one(this.#changes);
      await change.call(this, dice).catch((error: unknown) => this.#note(error));
    }
  }

  readonly #changes = [
    ...[this.#issue, this.#issue, this.#issueBatch, this.#import, this.#renew, this.#renewMany, this.#retry],
    ...[this.#correct, this.#correct, this.#correct, this.#correctMany, this.#correctMany, this.#expire, this.#expire],
    ...[this.#expireMany, this.#revoke, this.#revokeMany, this.#reinstate, this.#reinstate, this.#reinstate],
    ...[this.#email, this.#email, this.#emailMany, this.#tag, this.#merge, this.#separate, this.#hide, this.#ask],
    ...[this.#ask, this.#decide, this.#publish],
  ];

  /** Errors of callers are answers, too. A call can be lost while the process is down. */
  async #note(error: unknown): Promise<void> {
    const isLost = /fetch failed|other side closed|terminated|ECONN/.test(`${error} ${(error as Error).cause}`);
    if (!isLost && !isRefusal(error)) this.faults.push(String(error));
    if (isLost) await waitFor('an answer of the product', () => this.#isUp());
  }

  /** Its address is another one after each start. */
  #isUp(): Promise<boolean> {
    return fetch(`${this.#laurel.url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async #post(path: string, body: object, headers: Record<string, string> = {}) {
    const answer = await this.#laurel.call(path, { key: this.#tenant.key, body, headers });
    if (answer.status >= 300) throw Object.assign(new Error(`${path} ${answer.status}`), answer);
    return answer.body;
  }

  /** Posts with an idempotency key, at the same time twice. Both answers are the same, or one is refused. */
  async #postTwice(dice: Dice, path: string, body: object) {
    const headers = { 'Idempotency-Key': `${dice.number()}` };
    const turns = this.#turns;
    const answers = await Promise.allSettled([this.#post(path, body, headers), this.#post(path, body, headers)]);
    const [one, other] = answers.filter((answer) => answer.status === 'fulfilled').map(({ value }) => value);
    // Keys are deleted by a reset, and after a day.
    if (other && turns === this.#turns && JSON.stringify(one) !== JSON.stringify(other))
      this.faults.push(`${path} has two answers`);
    if (!one) throw (answers[0] as PromiseRejectedResult).reason;
    return one;
  }

  /** A time five seconds later, by the organisation's clock. */
  #soon() {
    return new Date(Date.now() + this.#aheadMs + 5000).toISOString();
  }

  /** Keeps the id in an answer, unless a reset can have deleted the certificate since. */
  async #keep<Answer>(answer: Promise<Answer>, idsOf: (answer: Answer) => string[]): Promise<void> {
    const turns = this.#turns;
    const ids = idsOf(await answer);
    if (turns === this.#turns) for (const id of ids) this.ids.add(id);
  }

  #certificate(dice: Dice) {
    return dice.one([...this.ids]);
  }

  #several(dice: Dice) {
    return [...new Set([1, 2, 3].map(() => this.#certificate(dice)))];
  }

  #recipient(dice: Dice, templateId: string) {
    const { portrait } = this.#templates;
    const { picture, lost } = this.#pictures;
    return {
      variables: {
        name: dice.one(NAMES),
        ...(templateId === portrait && { portrait: dice.has(0.2) ? lost : picture }),
      },
      ...(dice.has(0.8) && { recipientEmail: dice.one(ADDRESSES) }),
      ...(dice.has(0.4) && { tags: [dice.one(TAGS)] }),
      ...(dice.has(0.2) && { expiresAt: dice.one([null, '2090-03-01', this.#soon()]) }),
    };
  }

  async #issue(dice: Dice) {
    const templateId = dice.one([this.#templates.licence, this.#templates.portrait]);
    const recipient = this.#recipient(dice, templateId);
    const sendEmail = recipient.recipientEmail !== undefined && dice.has(0.5);
    const answer = this.#postTwice(dice, '/certificates', { templateId, ...recipient, sendEmail });
    await this.#keep(answer, ({ id }) => [id]);
  }

  async #issueBatch(dice: Dice) {
    const templateId = dice.one([this.#templates.licence, this.#templates.portrait]);
    const recipients = [1, 2, 3].map(() => this.#recipient(dice, templateId));
    await this.#postTwice(dice, '/batches', { templateId, recipients });
  }

  async #import(dice: Dice) {
    const certificates = [1, 2].map(() => ({
      ...{ variables: { name: dice.one(NAMES) }, recipientEmail: dice.one(ADDRESSES), awardedOn: '2020-01-01' },
      ...(dice.has(0.5) && { number: `L-${String(Math.floor(dice.number() * 60)).padStart(4, '0')}` }),
      ...(dice.has(0.2) && { revoked: { at: '2021-05-05T00:00:00Z', reason: 'then' } }),
    }));
    const body = { templateId: this.#templates.licence, certificates };
    const answer = this.#postTwice(dice, '/certificates/import', body);
    await this.#keep(answer, (imported) => imported.certificates.map(({ id }: { id: string }) => id));
  }

  #correct(dice: Dice) {
    const { lost } = this.#pictures;
    return this.#postTwice(dice, `/certificates/${this.#certificate(dice)}/correct`, {
      ...{ variables: { name: dice.one(NAMES), ...(dice.has(0.3) && { portrait: lost }) }, reason: 'r' },
      ...(dice.has(0.4) && { recipientEmail: dice.one(ADDRESSES) }),
    });
  }

  #correctMany(dice: Dice) {
    const rows = this.#several(dice).map((certificate) => ({ certificate, variables: { name: dice.one(NAMES) } }));
    return this.person.certificates.correctByTable.mutate({ rows, reason: 'r', sendEmail: dice.has(0.3) });
  }

  async #renew(dice: Dice) {
    const answer = this.#postTwice(dice, `/certificates/${this.#certificate(dice)}/renew`, {});
    await this.#keep(answer, ({ id }) => [id]);
  }

  #renewMany(dice: Dice) {
    return this.person.certificates.renewMany.mutate({ selection: { ids: this.#several(dice) }, sendEmail: false });
  }

  #revoke(dice: Dice) {
    return this.#post(`/certificates/${this.#certificate(dice)}/revoke`, { reason: 'r' });
  }

  #revokeMany(dice: Dice) {
    const selection = { ids: this.#several(dice) };
    return this.person.certificates.revokeMany.mutate({ selection, reason: 'r', sendEmail: dice.has(0.3) });
  }

  #reinstate(dice: Dice) {
    return this.#post(`/certificates/${this.#certificate(dice)}/reinstate`, {});
  }

  #expire(dice: Dice) {
    const expiresAt = dice.one([null, '2080-01-01', '2081-01-01', this.#soon()]);
    return this.#post(`/certificates/${this.#certificate(dice)}/expiry`, { expiresAt, reason: 'r' });
  }

  #expireMany(dice: Dice) {
    const selection = { filter: { tag: dice.one(TAGS) } };
    return this.person.certificates.changeExpiryOfMany.mutate({ selection, expiresAt: '2082-01-01', reason: 'r' });
  }

  #email(dice: Dice) {
    const body = dice.has(0.4) ? { recipientEmail: dice.one(ADDRESSES) } : {};
    return this.#postTwice(dice, `/certificates/${this.#certificate(dice)}/email`, body);
  }

  #emailMany(dice: Dice) {
    return this.person.certificates.emailMany.mutate({ selection: { ids: this.#several(dice) } });
  }

  #tag(dice: Dice) {
    const change = { add: dice.has(0.6) ? [dice.one(TAGS)] : [], remove: [dice.one(TAGS)] };
    return this.person.certificates.changeTags.mutate({ selection: { ids: this.#several(dice) }, ...change });
  }

  async #merge(dice: Dice) {
    const { recipients } = await this.person.recipients.list.query({});
    return this.person.recipients.merge.mutate({ id: dice.one(recipients).id, into: dice.one(recipients).id });
  }

  async #separate(dice: Dice) {
    const { recipients } = await this.person.recipients.list.query({});
    const { id, otherAddresses } = dice.one(recipients);
    return this.person.recipients.separate.mutate({ id: dice.one([id, ...otherAddresses.map((other) => other.id)]) });
  }

  async #retry() {
    const { batches } = await this.person.batches.list.query({});
    const failed = batches.find(({ failedCount }) => failedCount > 0);
    if (failed) await this.person.batches.retryFailed.mutate({ id: failed.id });
  }

  /** Acts as the recipient of a certificate. */
  async #asRecipient(dice: Dice) {
    const certificateId = this.#certificate(dice);
    const { body } = await this.#laurel.call(`/certificates/${certificateId}`, { key: this.#tenant.key });
    const mailboxes = [String(body.recipientEmail).toLowerCase()];
    return { certificateId, services: { ...this.#laurel.installation.services, mailboxes } };
  }

  async #hide(dice: Dice) {
    const { certificateId, services } = await this.#asRecipient(dice);
    await setHidden(services, { certificateId, hidden: dice.has(0.6) });
  }

  async #ask(dice: Dice) {
    const { certificateId, services } = await this.#asRecipient(dice);
    await addRequest(services, { certificateId, variables: { name: dice.one(NAMES) }, message: '' });
  }

  async #decide(dice: Dice) {
    const { requests } = await this.person.requests.list.query({});
    const { id } = dice.one(requests);
    if (dice.has(0.6)) await this.person.requests.accept.mutate({ id });
    else await this.person.requests.decline.mutate({ id, answer: 'No' });
  }

  #moveClock(dice: Dice) {
    return this.#moveClockBy(dice.one([1, 40, 200]));
  }

  async #moveClockBy(days: number) {
    const { now } = (await this.#laurel.call('/test/clock', this.#tenant)).body;
    const time = new Date(now).getTime() + days * DAY_MS;
    this.#turns++;
    await this.#post('/test/clock', { now: new Date(time).toISOString() });
    this.#turns++;
    this.#aheadMs = time - Date.now();
  }

  /** Moves the clock of test mode past the certificates that expire within seconds. */
  letExpire() {
    return this.#moveClockBy(1);
  }

  /** Empties test mode once it has many certificates. */
  async #reset() {
    if (this.ids.size < 50) return;
    this.#turns++;
    try {
      await this.#post('/test/reset', {});
    } finally {
      this.#turns++;
      this.#aheadMs = 0;
      this.ids.clear();
    }
    await this.#supply();
  }

  async #publish(dice: Dice) {
    const id = this.#templates.licence;
    const { revision, design } = await this.person.designs.get.query({ id });
    const changed = { ...(design as object), description: `${dice.number()}` };
    const saved = await this.person.designs.saveDraft.mutate({ id, revision, design: changed });
    await this.person.designs.publish.mutate({ id, revision: saved.revision });
  }
}
