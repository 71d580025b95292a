import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';

/** Mails per minute: more than an installation sends, for a server that has refused none. */
const FASTEST = 60_000;
const SLOWEST = 6;
/** A first refusal lowers the rate from here, however fast mails were sent. */
const FASTEST_AFTER_REFUSAL = 600;
/** The rate after a refusal, and after each further one before a mail is accepted. */
const FIRST_CUT = 0.7;
const FURTHER_CUT = 0.9;
/** Seconds without mail after a refusal; twice as long after each further one. */
const PAUSE = 1;
const LONGEST_PAUSE = 15;
/** Seconds that unused turns are kept, so that a late timer does not lower the rate. */
const KEPT = 0.1;

/** Turns are at most this many seconds apart. A later one means that PostgreSQL's clock was set back. */
const FARTHEST = 60 / SLOWEST + 2 * LONGEST_PAUSE;

/** Permission to send one mail: `cuts` identifies the rate that it was given at. */
type Turn = { cuts: number } | { waitMs: number };

/**
 * The pace at which a mail server takes mails. All workers share it through a row of PostgreSQL, with PostgreSQL's clock. It slows down on
 * temporary refusals and speeds up on accepted mails, and never exceeds `limit`.
 */
export class MailPace {
  readonly #services: Pick<Services, 'em'>;
  readonly #server: string;
  readonly #limit: number;

  constructor(services: Pick<Services, 'em'>, { server, limit }: { server: string; limit: number | null }) {
    this.#services = services;
    this.#server = server;
    this.#limit = limit ?? FASTEST;
  }

  /** Takes a turn, or returns the time until the next one. */
  async take(): Promise<Turn> {
    const farthest = FARTHEST + 60 / this.#limit;
    const { rows } = await sql<{ cuts: number | null; waitMs: number }>`
      with taken as (
        insert into mail_paces as p (server, rate, free_at)
        values (${this.#server}, ${FASTEST}::float8, clock_timestamp())
        on conflict (server) do update set free_at = case
            when p.free_at > clock_timestamp() then clock_timestamp()
            else greatest(p.free_at, clock_timestamp() - make_interval(secs => ${KEPT})) end
            + make_interval(secs => 60 / least(p.rate, ${this.#limit}::float8))
          where p.free_at <= clock_timestamp() or p.free_at > clock_timestamp() + make_interval(secs => ${farthest})
        returning cuts
      )
      select (select cuts from taken) as cuts, coalesce(
        (select extract(epoch from free_at - clock_timestamp()) * 1000 from mail_paces where server = ${this.#server}),
        0)::float8 as wait_ms`.execute(this.#db);
    const [{ cuts, waitMs } = { cuts: null, waitMs: 0 }] = rows;
    return cuts === null ? { waitMs: Math.min(Math.max(waitMs, 1), farthest * 1000) } : { cuts };
  }

  /** Gives back a turn that no mail was waiting for. */
  async giveBack({ cuts }: { cuts: number }): Promise<void> {
    await sql`
      update mail_paces set free_at = free_at - make_interval(secs => 60 / least(rate, ${this.#limit}::float8))
      where server = ${this.#server} and cuts = ${cuts}`.execute(this.#db);
  }

  /** Speeds up by one mail per minute for each accepted mail: by a factor of e per minute. */
  async accepted({ cuts }: { cuts: number }): Promise<void> {
    await sql`
      update mail_paces set rate = least(rate + 1, ${FASTEST}::float8), refusals = 0
      where server = ${this.#server} and cuts = ${cuts} and (rate < ${FASTEST}::float8 or refusals > 0)`.execute(
      this.#db,
    );
  }

  /** Slows down and pauses, once for all mails that were sent at the same rate. */
  async refused({ cuts }: { cuts: number }): Promise<void> {
    await sql`
      update mail_paces set cuts = cuts + 1, refusals = refusals + 1,
        rate = greatest(${SLOWEST}::float8, least(rate, ${FASTEST_AFTER_REFUSAL}::float8, ${this.#limit}::float8)
          * case refusals when 0 then ${FIRST_CUT}::float8 else ${FURTHER_CUT}::float8 end),
        free_at = clock_timestamp() + make_interval(secs => (0.75 + random() / 2)
          * least(${LONGEST_PAUSE}::float8, ${PAUSE}::float8 * 2 ^ least(refusals, 10)))
      where server = ${this.#server} and cuts = ${cuts}`.execute(this.#db);
  }

  get #db() {
    return database(this.#services.em());
  }
}
