import type { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'graphile-worker';
import type { Services } from '../../domain/context.ts';
import { EMAIL_FLAG } from '../../domain/emails/enqueue.ts';
import { EmailPace, type Turn } from '../../domain/emails/pace.ts';
import type { Mailer } from '../../domain/ports/email.ts';

/**
 * Longest wait of a fetch in ms; shorter than the limit on a runner's first fetch. A fetch without a turn finds no mail and is repeated
 * when the runner is woken.
 */
const WAIT_MS = 2_000;

/** Time in ms within which a turn of several mails is used. Later, another process may have slowed down. */
const TURN_MS = 500;

/**
 * Lets runners fetch a mail only when the mail server's pace gives them a turn. Until then mails wait in the queue, in order and with all
 * their attempts, and hold no slot.
 */
export class EmailTurns {
  /** Reports the outcomes of mails to the pace. */
  readonly mailer: Mailer;
  readonly #pace: EmailPace | null;
  #last: Turn = { cuts: 0, count: 0, isPaced: true };

  constructor(services: Pick<Services, 'em' | 'now' | 'mailer'>) {
    const { mailer } = services;
    this.#pace =
      mailer.server === null ? null : new EmailPace(services, { server: mailer.server, limit: mailer.limit });
    this.mailer = this.#pace ? paced(mailer, this.#pace, () => this.#last) : mailer;
  }

  /** Returns the `forbiddenFlags` of a runner. */
  follow(events: EventEmitter): () => Promise<string[]> {
    const pace = this.#pace;
    if (!pace) return async () => [];
    const stopping = new AbortController();
    const answered: (Turn | null)[] = [];
    const fetching = new Map<Worker, Turn>();
    // Emitted after the worker has received its forbidden flags.
    events.on('worker:getJob:start', ({ worker }: { worker: Worker }) => {
      const turn = answered.shift();
      if (turn) fetching.set(worker, turn);
    });
    events.on('job:start', ({ worker }: { worker: Worker }) => fetching.delete(worker));
    for (const event of ['worker:getJob:empty', 'worker:getJob:error'])
      events.on(event, ({ worker }: { worker: Worker }) => {
        const turn = fetching.get(worker);
        fetching.delete(worker);
        if (turn) pace.giveBack(turn).catch(() => undefined);
      });
    events.on('pool:gracefulShutdown', () => stopping.abort());
    let left = 0;
    let expiresAt = 0;
    const fetch = async (): Promise<string[]> => {
      if (left > 0 && performance.now() < expiresAt) left -= 1;
      else {
        const turn = await takeTurn(pace, stopping.signal);
        if (!turn) {
          answered.push(null);
          return [EMAIL_FLAG];
        }
        this.#last = turn;
        left = turn.count - 1;
        expiresAt = performance.now() + TURN_MS;
      }
      answered.push(this.#last);
      return [];
    };
    let queue: Promise<unknown> = Promise.resolve();
    // Sequential, because the next turn comes after this one.
    return () => {
      const flags = queue.then(fetch);
      queue = flags.catch(() => undefined);
      return flags;
    };
  }
}

/** Waits for a turn. Returns null if none comes in time. */
async function takeTurn(pace: EmailPace, signal: AbortSignal): Promise<Turn | null> {
  const end = performance.now() + WAIT_MS;
  while (!signal.aborted) {
    const turn = await pace.take();
    if ('cuts' in turn) return turn;
    const rest = end - performance.now();
    if (rest <= 0) return null;
    await sleep(Math.min(turn.waitMs, rest), undefined, { signal }).catch(() => undefined);
  }
  return null;
}

/** Returns a mailer that reports outcomes to the pace, except for mails that this process withheld. */
function paced(mailer: Mailer, pace: EmailPace, lastTurn: () => Turn): Mailer {
  return {
    isOutbox: mailer.isOutbox,
    server: mailer.server,
    limit: mailer.limit,
    async send(mail, handOver = async () => true) {
      const turn = lastTurn();
      let isWithheld = false;
      const outcome = await mailer.send(mail, async () => {
        isWithheld = true;
        isWithheld = !(await handOver());
        return !isWithheld;
      });
      // The pace is an estimate, so an outcome that cannot be recorded is ignored.
      if (outcome.state === 'sent') await pace.accepted(turn).catch(() => undefined);
      if (outcome.state === 'unsent' && !isWithheld && !outcome.isAboutRecipient)
        await pace.refused(turn).catch(() => undefined);
      return outcome;
    },
  };
}
