import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';

/** Mails per minute for a server that has refused none. More than an installation sends. */
const FASTEST = 60_000;
const SLOWEST = 6;
/** Maximum rate after a first refusal, in mails per minute. */
const FASTEST_AFTER_REFUSAL = 600;
/** Factors of the rate: after a first refusal, and after each further one before a mail is accepted. */
const FIRST_CUT = 0.7;
const FURTHER_CUT = 0.9;
/** Seconds without mail after a refusal; doubled after each further one. */
const PAUSE = 1;
const LONGEST_PAUSE = 15;
/** Seconds that unused turns are kept, so that a late timer does not lower the rate. */
const KEPT = 0.1;

/** Maximum seconds between turns. A later turn means that the clock was set back. */
const FARTHEST = 60 / SLOWEST + 2 * LONGEST_PAUSE;

/** Maximum turns taken together, and the mails per minute for each of them (those of 0.1 s). */
const TOGETHER = 10;
const RATE_EACH = 600;

/** Permission to send mails. */
export interface Turn {
  /** Identifies the rate of this turn. */
  cuts: number;
  /** Mails that may be sent. */
  count: number;
  /** False for a server without a rate limit. Accepted mails then need no report. */
  isPaced: boolean;
}

/**
 * Sending rate of a mail server. All workers share it through a row of PostgreSQL. It slows down on temporary refusals, speeds up on
 * accepted mails, and never exceeds `limit`.
 */
export class EmailPace {
  readonly #services: Pick<Services, 'em' | 'now'>;
  readonly #server: string;
  readonly #limit: number;

  constructor(services: Pick<Services, 'em' | 'now'>, { server, limit }: { server: string; limit: number | null }) {
    this.#services = services;
    this.#server = server;
    this.#limit = limit ?? FASTEST;
  }

  /** Takes a turn, or returns the time until the next one. */
  async take(): Promise<Turn | { waitMs: number }> {
    const farthest = FARTHEST + 60 / this.#limit;
    const now = sql`${this.#services.now()}::timestamptz`;
    const count = sql`greatest(1, least(${TOGETHER}, floor(least(p.rate, ${this.#limit}::float8) / ${RATE_EACH})))`;
    const { rows } = await sql<Partial<Turn> & { waitMs: number }>`
      with taken as (
        insert into mail_paces as p (server, rate, free_at)
        values (${this.#server}, ${FASTEST}::float8, ${now})
        on conflict (server) do update set free_at = case
            when p.free_at > ${now} then ${now}
            else greatest(p.free_at, ${now} - make_interval(secs => ${KEPT})) end
            + make_interval(secs => ${count} * 60 / least(p.rate, ${this.#limit}::float8))
          where p.free_at <= ${now} or p.free_at > ${now} + make_interval(secs => ${farthest})
        returning p.cuts, ${count}::int as count, p.rate < ${FASTEST}::float8 or p.refusals > 0 as is_paced
      )
      select taken.*, coalesce(
        (select extract(epoch from free_at - ${now}) * 1000 from mail_paces where server = ${this.#server}),
        0)::float8 as wait_ms from (select) as one left join taken on true`.execute(this.#db);
    const [{ waitMs, ...turn } = { waitMs: 0 }] = rows;
    if (isTurn(turn)) return turn;
    return { waitMs: Math.min(Math.max(waitMs, 1), farthest * 1000) };
  }

  /** Returns one unused mail of a turn. */
  async giveBack({ cuts }: Turn): Promise<void> {
    await sql`
      update mail_paces set free_at = free_at - make_interval(secs => 60 / least(rate, ${this.#limit}::float8))
      where server = ${this.#server} and cuts = ${cuts}`.execute(this.#db);
  }

  /** Adds one mail per minute to the rate for each accepted mail, a factor of e per minute. */
  async accepted({ cuts, isPaced }: Turn): Promise<void> {
    if (!isPaced) return;
    await sql`
      update mail_paces set rate = least(rate + 1, ${FASTEST}::float8), refusals = 0
      where server = ${this.#server} and cuts = ${cuts} and (rate < ${FASTEST}::float8 or refusals > 0)`.execute(
      this.#db,
    );
  }

  /** Slows down and pauses, once for all mails sent at the same rate. */
  async refused({ cuts }: Turn): Promise<void> {
    await sql`
      update mail_paces set cuts = cuts + 1, refusals = refusals + 1,
        rate = greatest(${SLOWEST}::float8, least(rate, ${FASTEST_AFTER_REFUSAL}::float8, ${this.#limit}::float8)
          * case refusals when 0 then ${FIRST_CUT}::float8 else ${FURTHER_CUT}::float8 end),
        free_at = ${this.#services.now()}::timestamptz + make_interval(secs => (0.75 + random() / 2)
          * least(${LONGEST_PAUSE}::float8, ${PAUSE}::float8 * 2 ^ least(refusals, 10)))
      where server = ${this.#server} and cuts = ${cuts}`.execute(this.#db);
  }

  get #db() {
    return database(this.#services.em());
  }
}

const isTurn = (turn: Partial<Turn>): turn is Turn => typeof turn.cuts === 'number';
