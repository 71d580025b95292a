import { Role } from '../../domain/access/rules.ts';
import { EVENT_TYPE_NAMES } from '../../domain/events/types.ts';
import { Dice, isRefusal } from './dice.ts';
import { type Laurel, type Tenant, VARIABLES } from './laurel.ts';
import { createMember, nativeClient, sessionOf } from './people.ts';
import { Receiver } from './receiver.ts';

const COLORS = ['#112233', '#445566', '#778899', ''];
const EVENTS = [...EVENT_TYPE_NAMES, 'certificate.*'] as const;

/** An organisation whose settings several people change at random, while certificates are issued. */
export class RandomSettings {
  /** Answers that no caller should get. */
  readonly faults: string[] = [];
  /** E-mail addresses of the people, with the headers of their sessions. */
  readonly people = new Map<string, Record<string, string>>();
  /** Keys by their ids. */
  readonly keys = new Map<string, string>();
  /** Secrets that a webhook ever had, by its id. */
  readonly secrets = new Map<string, string[]>();
  /** Receivers, the second of which refuses every third request. */
  readonly receivers: Receiver[];
  readonly #laurel: Laurel;
  readonly #tenant: Tenant;

  private constructor(laurel: Laurel, tenant: Tenant, receivers: Receiver[]) {
    this.#laurel = laurel;
    this.#tenant = tenant;
    this.receivers = receivers;
  }

  /** Adds four owners. */
  static async prepare(laurel: Laurel, tenant: Tenant): Promise<RandomSettings> {
    const unsteady = await Receiver.start((response, before) => response.writeHead(before % 3 ? 204 : 500).end());
    const settings = new RandomSettings(laurel, tenant, [await Receiver.start(), unsteady]);
    for (const email of ['ada', 'bob', 'cleo', 'dan'].map((name) => `${name}@settings.example`))
      settings.people.set(email, await sessionOf(laurel, tenant, email, 'owner'));
    return settings;
  }

  /** Each person makes random changes, one after the other. */
  async make(count: number, seed: number): Promise<void> {
    await Promise.all(
      [...this.people.keys()].map(async (email, index) => {
        const dice = new Dice(seed + index);
        for (let made = 0; made < count; made++) {
          const change = dice.one(this.#changes);
          await change.call(this, this.clientOf(email), dice).catch((error: unknown) => this.#note(error, email));
        }
      }),
    );
  }

  /** A person who was removed is added again by an operator's command. */
  async #note(error: unknown, email: string): Promise<void> {
    const isRemoved = (error as { data?: { httpStatus?: number } }).data?.httpStatus === 401;
    if (isRemoved) await createMember(this.#laurel, this.#tenant, email, 'owner');
    else if (!isRefusal(error)) this.faults.push(String(error));
  }

  clientOf(email: string) {
    return nativeClient(this.#laurel, this.people.get(email) ?? {});
  }

  readonly #changes = [
    ...[this.#changeRole, this.#changeRole, this.#changeRole, this.#remove],
    ...[this.#createKey, this.#createKey, this.#revokeKey, this.#rotateKey, this.#useKey],
    ...[this.#createWebhook, this.#createWebhook, this.#updateWebhook, this.#updateWebhook, this.#deleteWebhook],
    ...[this.#rotateSecret, this.#ping, this.#replay, this.#replay, this.#changeBranding, this.#changeBranding],
    ...[this.#issue, this.#issue, this.#issue, this.#issue],
  ];

  async #member(client: Client, dice: Dice): Promise<string> {
    return dice.one((await client.members.list.query()).members).userId;
  }

  async #changeRole(client: Client, dice: Dice) {
    const userId = await this.#member(client, dice);
    await client.members.changeRole.mutate({ userId, role: dice.one(Role.options) });
  }

  async #remove(client: Client, dice: Dice) {
    await client.members.remove.mutate({ userId: await this.#member(client, dice) });
  }

  async #createKey(client: Client, dice: Dice) {
    const { id, key } = await client.apiKeys.create.mutate({ name: `${dice.number()}`, scopes: ['credits:read'] });
    this.keys.set(id, key);
  }

  async #revokeKey(client: Client, dice: Dice) {
    await client.apiKeys.revoke.mutate({ id: dice.one([...this.keys.keys()]) });
  }

  async #rotateKey(client: Client, dice: Dice) {
    const { id, key } = await client.apiKeys.rotate.mutate({ id: dice.one([...this.keys.keys()]) });
    this.keys.set(id, key);
  }

  async #useKey(_: Client, dice: Dice) {
    const { status } = await this.#laurel.call('/credits', { key: dice.one([...this.keys.values()]) });
    if (![200, 401].includes(status)) this.faults.push(`a key got ${status}`);
  }

  #webhook(dice: Dice): string {
    return dice.one([...this.secrets.keys()]);
  }

  async #createWebhook(client: Client, dice: Dice) {
    const [url, events] = [dice.one(this.receivers).url, [dice.one(EVENTS), dice.one(EVENTS)]];
    const { id, secret } = await client.webhooks.create.mutate({ name: 'w', url, events });
    this.secrets.set(id, [secret]);
  }

  async #updateWebhook(client: Client, dice: Dice) {
    const change = dice.one([
      { name: `${dice.number()}` },
      { url: dice.one(this.receivers).url },
      { events: [dice.one(EVENTS), dice.one(EVENTS)] },
      // Retries for a day would take minutes.
      { retry: 'contract' as const },
    ]);
    await client.webhooks.update.mutate({ id: this.#webhook(dice), ...change });
  }

  async #deleteWebhook(client: Client, dice: Dice) {
    if (dice.has(0.5)) await client.webhooks.delete.mutate({ id: this.#webhook(dice) });
  }

  async #rotateSecret(client: Client, dice: Dice) {
    const id = this.#webhook(dice);
    this.secrets.get(id)?.push((await client.webhooks.rotateSecret.mutate({ id })).secret);
  }

  async #ping(client: Client, dice: Dice) {
    await client.webhooks.ping.mutate({ id: this.#webhook(dice) });
  }

  async #replay(client: Client, dice: Dice) {
    const { deliveries } = await client.webhooks.deliveries.query({ id: this.#webhook(dice) });
    await client.webhooks.replay.mutate({ deliveryId: dice.one(deliveries).id });
  }

  async #changeBranding(client: Client, dice: Dice) {
    const change = dice.one([
      { brandColor: dice.one(COLORS) },
      { emailSubject: `For {{recipientName}} ${dice.number()}` },
      { websiteUrl: `https://example.org/${dice.number()}` },
    ]);
    await client.organisation.update.mutate(change);
  }

  async #issue() {
    const { key, templateId } = this.#tenant;
    const { status } = await this.#laurel.call('/certificates', { key, body: { templateId, variables: VARIABLES } });
    // A busy machine makes a call wait too long for a lock.
    if (![201, 503].includes(status)) this.faults.push(`an issue got ${status}`);
  }
}

type Client = ReturnType<typeof nativeClient>;
