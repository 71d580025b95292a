import { setTimeout as sleep } from 'node:timers/promises';
import { scale } from './faults.ts';
import { type Laurel, type Tenant, VARIABLES } from './laurel.ts';
import { PASSWORD, sessionOf } from './people.ts';
import { waitFor } from './wait-for.ts';

/** Time after which a call counts as hanging. */
const HANG_MS = 60_000;

type Ask = () => Promise<Response>;

/** Makes calls of every kind in a loop until stopped, and counts the statuses of the responses. */
export class Load {
  /** Ids of certificates whose creation was acknowledged. */
  readonly acknowledged: string[] = [];
  /** Number of responses by kind and status. Status 0 means no response. */
  readonly statuses: Record<string, Record<number, number>> = {};
  longestMs = 0;
  #isStopped = false;
  #callers: Promise<unknown> = Promise.resolve();

  /** Starts issuing, reading and verifying with a key, calling as a user, and signing in. */
  static async start(laurel: Laurel, tenant: Tenant): Promise<Load> {
    const load = new Load();
    const { key, templateId } = tenant;
    const { id, verificationHash } = await laurel.issue(tenant);
    const email = 'person@example.org';
    const session = await sessionOf(laurel, tenant, email, 'viewer');
    const rest = (path: string, body?: unknown): Ask => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      return () => load.#fetch(`${laurel.url}/api/v1${path}`, headers, body);
    };
    const asPerson =
      (path: string): Ask =>
      () =>
        load.#fetch(`${laurel.url}${path}`, session);
    const origin = { Origin: laurel.url, 'Content-Type': 'application/json' };
    const issue = rest('/certificates', { templateId, variables: VARIABLES });
    load.#callers = Promise.all([
      load.#call('issue', issue),
      load.#call('issue', issue),
      load.#call('issue', issue),
      load.#call('read', rest(`/certificates/${id}`)),
      load.#call('verify', rest(`/verify/${verificationHash}`)),
      load.#call('session', asPerson('/trpc/session.get')),
      load.#call('members', asPerson('/trpc/members.list')),
      load.#call('sign in', () =>
        load.#fetch(`${laurel.url}/auth/sign-in/email`, origin, { email, password: PASSWORD }),
      ),
    ]);
    return load;
  }

  /** Waits until every kind of call has succeeded `count` more times. */
  async succeed(count: number): Promise<void> {
    const before = this.#successes();
    await waitFor(
      `${count} more successes of each of ${Object.keys(this.statuses)} than ${before}`,
      () => this.#successes(),
      (successes) => successes.every((now, index) => now >= (before[index] ?? 0) + count),
      { everyMs: 20 },
    );
  }

  /** Waits until issuing, which writes, was answered with 503 `count` more times. */
  async fail(count: number): Promise<void> {
    const failed = () => this.statuses.issue?.[503] ?? 0;
    const before = failed();
    await waitFor(`${count} more failures`, failed, (now) => now >= before + count, { everyMs: 20 });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#callers;
  }

  /** Returns kinds and statuses that are neither success nor 503. */
  unexpected(): string[] {
    return Object.entries(this.statuses).flatMap(([kind, counts]) =>
      Object.entries(counts)
        .filter(([status]) => !['200', '201', '503'].includes(status))
        .map(([status, count]) => `${kind}: ${status} (${count} times)`),
    );
  }

  #successes(): number[] {
    return Object.values(this.statuses).map((counts) => (counts[200] ?? 0) + (counts[201] ?? 0));
  }

  async #fetch(url: string, headers: Record<string, string>, body?: unknown): Promise<Response> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return fetch(url, { headers, ...init, signal: AbortSignal.timeout(HANG_MS) });
  }

  async #call(kind: string, ask: Ask): Promise<void> {
    const counts: Record<number, number> = {};
    this.statuses[kind] = counts;
    while (!this.#isStopped) {
      const asked = performance.now();
      const status = await this.#answer(kind, ask).catch(() => 0);
      this.longestMs = Math.max(this.longestMs, performance.now() - asked);
      counts[status] = (counts[status] ?? 0) + 1;
      // Checking a password takes processor time by design, and so does rendering.
      await sleep(kind === 'sign in' ? 500 : scale(250, 100));
    }
  }

  async #answer(kind: string, ask: Ask): Promise<number> {
    const response = await ask();
    const body = (await response.json()) as { id: string };
    if (kind === 'issue' && response.status === 201) this.acknowledged.push(body.id);
    return response.status;
  }
}
