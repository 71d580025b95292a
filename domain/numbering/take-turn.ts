import type { Series } from './rules.ts';

/** A series in a year. */
export interface Counted {
  organisationId: string;
  name: string;
  series: Series & { id: string };
  /** Year in which it counts; 0 if it is never reset. */
  year: number;
}

/** Calls of this process that take serials of one counter at the same time. */
interface Line {
  counted: Counted;
  /** Serial after the last one that one of them took. */
  next: number;
  /** Serials that calls expect to take next. */
  expected: number;
  calls: number;
  /** End of the last call's turn. */
  last: Promise<void>;
}

const LINES = new Map<string, Line>();
const keyOf = ({ organisationId, name }: Pick<Counted, 'organisationId' | 'name'>): string =>
  `${organisationId} ${name}`;

/** Returns the series that calls in progress use. It need not be read again, because a series never changes. */
export const findInUse = (named: Pick<Counted, 'organisationId' | 'name'>): Counted | undefined =>
  LINES.get(keyOf(named))?.counted;

/**
 * Place of a call that takes serials, among those of this process. Each expects the serials after those of the calls before it. Without
 * places, concurrent calls would expect the same ones, and all but one would have to prepare its certificates again. A wrong expectation
 * costs time only: after a call that fails, or one of another process.
 */
export class Place {
  /** First serial that the call expects. */
  readonly from: number;
  readonly #line: Line;
  readonly #count: number;
  #isWaiting = true;
  #isLeft = false;

  /** `next` is the serial that the database has next; it is not needed for a series in use. */
  constructor(counted: Counted, { next, count }: { next: number; count: number }) {
    const known = LINES.get(keyOf(counted));
    this.#line =
      known?.counted.year === counted.year ? known : { counted, next, expected: 0, calls: 0, last: Promise.resolve() };
    LINES.set(keyOf(counted), this.#line);
    this.#count = count;
    this.from = this.#line.next + this.#line.expected;
    this.#line.expected += count;
    this.#line.calls++;
  }

  /**
   * Runs a function that takes serials and returns the next one, after those of the calls before it. Call it in a transaction: calls wait
   * only for others that have a connection.
   */
  async take(run: () => Promise<number>): Promise<void> {
    const { last } = this.#line;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#line.last = promise;
    await last;
    try {
      this.#line.next = await run();
    } finally {
      this.#stopWaiting();
      resolve();
    }
  }

  /** Ends the place. A second call does nothing. */
  leave(): void {
    this.#stopWaiting();
    if (this.#isLeft) return;
    this.#isLeft = true;
    this.#line.calls--;
    const key = keyOf(this.#line.counted);
    if (this.#line.calls === 0 && LINES.get(key) === this.#line) LINES.delete(key);
  }

  #stopWaiting(): void {
    if (this.#isWaiting) this.#line.expected -= this.#count;
    this.#isWaiting = false;
  }
}
