export interface GroupLimits {
  /** The most in a group. */
  most: number;
  /** How long the first of a group waits for others, in milliseconds. */
  waitMs: number;
}

interface Member<Item, Result> {
  item: Item;
  outcome: PromiseWithResolvers<Result>;
}

/**
 * Does for several callers at once what each of them ends with, such as a transaction. A group is made of those that have come
 * there, once there are enough, or the first has waited long enough, or nobody else is on the way: a caller alone never waits.
 */
export class Groups<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #limits: GroupLimits;
  #onTheWay = 0;
  #waiting: Member<Item, Result>[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** `work` gives the results in the order of the items. Where it fails for a group it is tried for each of them alone. */
  constructor(work: (items: readonly Item[]) => Promise<readonly Result[]>, limits: GroupLimits) {
    this.#work = work;
    this.#limits = limits;
  }

  /** Makes the caller's item, and gives the result for it. */
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
      // What keeps one of them from its end must not keep the others.
      if (members.length === 1) return members[0]?.outcome.reject(error);
      await Promise.all(members.map((member) => this.#workFor([member])));
    }
  }
}
