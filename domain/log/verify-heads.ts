import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { type LogTree, NoteError, rootOf } from '../../proof/log/index.ts';
import type { HeldHead } from './find-held-heads.ts';
import { describeHead, type LogKey, openHead } from './store-head.ts';
import type { Findings } from './types.ts';

const PAGE = 1000;

/** Compares heads with the tree as it grows: the stored ones in order of size, and those stored elsewhere. */
export class HeadCheck {
  readonly #key: LogKey;
  readonly #findings: Findings;
  readonly #rows: AsyncGenerator<{ size: number; checkpoint: string }>;
  readonly #held: HeldHead[];
  #row: { size: number; checkpoint: string } | null | undefined;
  /** Stored heads compared so far. */
  count = 0;

  constructor(em: EntityManager, key: LogKey, { held, findings }: { held: readonly HeldHead[]; findings: Findings }) {
    this.#key = key;
    this.#findings = findings;
    this.#rows = storedHeads(em);
    this.#held = [...held].sort((one, other) => one.head.size - other.head.size);
  }

  /** Returns the size of the next head to compare; infinity if there is no further head. */
  async nextSize(): Promise<number> {
    if (this.#row === undefined) this.#row = (await this.#rows.next()).value ?? null;
    return Math.min(this.#row?.size ?? Infinity, this.#held[0]?.head.size ?? Infinity);
  }

  /** Compares the heads up to the tree's size. Call it whenever the tree reaches the size of the next head. */
  async compare(tree: LogTree): Promise<void> {
    while ((await this.nextSize()) <= tree.size) {
      const root = rootOf(tree);
      const [held] = this.#held;
      if (held && held.head.size <= tree.size) {
        this.#held.shift();
        this.#compareHeld(held, root);
      } else if (this.#row) {
        this.#compareStored(this.#row, root);
        this.#row = undefined;
        this.count++;
      }
    }
  }

  /** Reports the remaining heads once the tree has all its entries. */
  async end(size: number): Promise<void> {
    for (const { source, head } of this.#held)
      this.#findings.add(
        'heads',
        `${source} has the head ${describeHead(this.#key, head)}, which is lost: the log has ${size} entries`,
      );
    await this.#rows.return(undefined);
  }

  #compareStored({ size, checkpoint }: { size: number; checkpoint: string }, root: Buffer): void {
    try {
      const head = openHead(this.#key, checkpoint);
      if (head.size === size && head.root.equals(root)) return;
      this.#findings.add(
        'heads',
        `The head of ${size} entries does not match them: its root is ${head.root.toString('base64')}`,
      );
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
      this.#findings.add('heads', `The head of ${size} entries is not signed by the log: ${error.message}`);
    }
  }

  #compareHeld({ source, head }: HeldHead, root: Buffer): void {
    if (head.root.equals(root)) return;
    const lost = describeHead(this.#key, head);
    this.#findings.add('heads', `${source} has the head ${lost}, which is lost: the log has other entries up to there`);
  }
}

async function* storedHeads(em: EntityManager) {
  for (let after = -1; ; ) {
    const page = await database(em)
      .selectFrom('log_heads')
      .select(['size', 'checkpoint'])
      .where('size', '>', after)
      .orderBy('size')
      .limit(PAGE)
      .execute();
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.size;
  }
}
