export interface GroupLimits {
  /** Maximum size of a group. */
  most: number;
  /** Time in ms that the first member of a group waits for others. */
  waitMs: number;
}

interface Member<Item, Result> {
  item: Item;
  outcome: PromiseWithResolvers<Result>;
}

/**
 * Combines the last step of several concurrent callers, such as a transaction. A group starts when it is full, when its first member has
 * waited long enough, or when no other caller is in progress. A single caller therefore never waits.
 */
export class Groups<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #limits: GroupLimits;
  #onTheWay = 0;
  #waiting: Member<Item, Result>[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** `work` returns the results in the order of the items. If it fails for a group, it is retried for each item alone. */
  constructor(work: (items: readonly Item[]) => Promise<readonly Result[]>, limits: GroupLimits) {
    this.#work = work;
    this.#limits = limits;
  }

  /** Makes the caller's item and returns its result. */
  async run(make: () => Promise<Item>): Promise<Result> {
    this.#onTheWay++;
    try {
      const member = { item: await make(), outcome: Promise.withResolvers<Result>() };
      this.#waiting.push(member);
      this.#timer ??= setTimeout(() => this.#begin(), this.#limits.waitMs);
      return member.outcome.promise;
    } finally {
      this.#onTheWay--;
      if (this.#onTheWay === 0 || this.#waiting.length >= this.#limits.most) this.#begin();
    }
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const members = this.#waiting.splice(0);
    if (members.length > 0) void this.#workFor(members);
  }

  async #workFor(members: readonly Member<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(members.map(({ item }) => item));
      for (const [index, { outcome }] of members.entries()) outcome.resolve(results[index] as Result);
    } catch (error) {
      // One item's failure must not affect the others.
      if (members.length === 1) return members[0]?.outcome.reject(error);
      await Promise.all(members.map((member) => this.#workFor([member])));
    }
  }
}
