import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../domain/context.ts';
import { type CheckedCopies, checkCopies } from '../domain/log/check-copies.ts';
import { addDestinations, copyLog } from '../domain/log/copy.ts';
import { pendingWork } from '../domain/log/count-pending.ts';
import { LostHeadError } from '../domain/log/read-copied-heads.ts';
import { sequence } from '../domain/log/sequence.ts';
import type { LogDestination } from '../domain/ports/log-destinations.ts';
import { reportOnce } from './report-once.ts';

const ROUND_MS = 1_000;
/** Pause in ms after a lost head was found, until the operator has acted. */
const LOST_MS = 10_000;
/** Time limit in ms of a stop. Supervisors kill a process after about 15 s; an interrupted copy is continued later. */
const STOP_MS = 5_000;

/**
 * Appends statements to the transparency log about once a second. Copies it to the destinations of LOG_HEADS, each at its own pace.
 * Processes take turns; see `sequence` and `copyLog`. Returns a function that stops it.
 */
export function startSequencer(services: Services, onError: (error: unknown) => void): () => Promise<void> {
  const sequencer = new Sequencer(services, reportOnce(onError));
  const ended = sequencer.run();
  return async () => {
    sequencer.stopping.abort();
    await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
  };
}

class Sequencer {
  readonly stopping = new AbortController();
  readonly #services: Services;
  readonly #onError: (error: unknown) => void;
  readonly #copying = new Map<string, Promise<void>>();
  /** True once the copies have been compared with the database. No head is signed before. */
  #isChecked = false;
  /** Newest known head from any source. Only heads that continue it are signed. */
  #last: CheckedCopies['newest'] = null;

  constructor(services: Services, onError: (error: unknown) => void) {
    this.#services = services;
    this.#onError = onError;
  }

  async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const pause = await this.#round().catch((error: unknown) => {
        this.#onError(error);
        if (!(error instanceof LostHeadError)) return ROUND_MS;
        this.#isChecked = false;
        return LOST_MS;
      });
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
    await Promise.all(this.#copying.values());
  }

  /** Runs one round. Returns the milliseconds until the next one. */
  async #round(): Promise<number> {
    if (!this.#isChecked) await this.#check();
    const last = this.#last;
    const { isWaiting, size, due } = await pendingWork(this.#services);
    if (last && (size ?? 0) < last.size)
      throw new LostHeadError(`the log has ${size ?? 0} entries, but a head of ${last.size} entries has been signed`);
    for (const destination of this.#services.logDestinations)
      if (due.includes(destination.address)) this.#copy(destination);
    if (!isWaiting && size !== null) return ROUND_MS;
    const sequenced = await sequence(this.#services, this.#last);
    if (!sequenced) return ROUND_MS;
    this.#learn(sequenced.head);
    if (sequenced.unusable > 0)
      this.#onError(`${sequenced.unusable} sealed statements can't be appended to the log: see \`log verify\``);
    return sequenced.isFull ? 0 : ROUND_MS;
  }

  async #check(): Promise<void> {
    await addDestinations(this.#services);
    const { newest, unread } = await checkCopies(this.#services);
    for (const { address, reason } of unread) this.#onError(`LOG_HEADS: ${address} can't be read: ${reason}`);
    this.#learn(newest);
    this.#isChecked = true;
  }

  #learn(head: CheckedCopies['newest']): void {
    if (head && head.size >= (this.#last?.size ?? 0)) this.#last = head;
  }

  /** Starts a copy without waiting for it, so that an unresponsive destination does not delay the others. */
  #copy(destination: LogDestination): void {
    const { address } = destination;
    if (this.#copying.has(address)) return;
    const copied = copyLog(this.#services, destination, this.stopping.signal)
      .then((head) => this.#learn(head))
      .catch((error: unknown) => {
        if (this.stopping.signal.aborted) return;
        this.#onError(`LOG_HEADS: ${address}: ${error instanceof Error ? error.message : String(error)}`);
        if (error instanceof LostHeadError) this.#isChecked = false;
      })
      .finally(() => this.#copying.delete(address));
    this.#copying.set(address, copied);
  }
}
