import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { type Leaf, parseLeaf } from '../../proof/log/index.ts';
import { iso } from '../shared/schemas.ts';
import { isErased, leafOf } from './encode-statement.ts';
import type { RestoredRange } from './record-restored-range.ts';
import type { Findings } from './types.ts';

const PAGE = 1000;

type Numbered = Awaited<ReturnType<typeof numberedPage>>[number];

/** Compares leaves, in order, with their statements. */
export class StatementCheck {
  readonly #findings: Findings;
  readonly #restored: readonly RestoredRange[];
  readonly #rows: AsyncGenerator<Numbered>;
  #row: Numbered | null | undefined;
  #time = Number.NEGATIVE_INFINITY;
  /** Leaves that were compared with their statements. */
  compared = 0;
  /** Leaves whose certificates' salts are erased, so that their statements cannot be compared. */
  erased = 0;
  /** Leaves restored from a copy whose statements are lost. */
  lost = 0;

  constructor(
    em: EntityManager,
    size: number,
    { restored, findings }: { restored: readonly RestoredRange[]; findings: Findings },
  ) {
    this.#findings = findings;
    this.#restored = restored;
    this.#rows = numberedStatements(em, size);
  }

  /** Compares the next leaf. */
  async compare(index: number, entry: Uint8Array): Promise<void> {
    const leaf = parseLeaf(entry);
    if (leaf) this.#compareTime(index, leaf);
    else this.#findings.add('leaves', `Entry ${index} is not a leaf`);
    const row = await this.#take(index);
    if (!row) this.#withoutStatement(index);
    else if (row.salt === null) this.#findings.add('statements', `${nameOf(row)}: the certificate's row was deleted`);
    else if (isErased(row.salt)) this.erased++;
    else if (leaf && leafOf(row, leaf.time)?.equals(entry)) this.#compareLoggedAt(row, leaf);
    else this.#findings.add('statements', `${nameOf(row)} does not match leaf ${index}`);
  }

  #compareLoggedAt(row: Numbered, { time }: Leaf): void {
    this.compared++;
    if (row.leafIndex !== row.logIndex)
      this.#findings.add('statements', `${nameOf(row)} has another position in the index of leaves than in the log`);
    if (row.loggedAt?.getTime() !== time.getTime())
      this.#findings.add('statements', `${nameOf(row)} has another logging time than its leaf`);
  }

  #compareTime(index: number, { time }: Leaf): void {
    if (time.getTime() < this.#time)
      this.#findings.add('times', `Leaf ${index} has the time ${iso(time)}, earlier than the one before`);
    this.#time = time.getTime();
  }

  /** Returns the statement of a leaf. Reports further statements with the same index as findings. */
  async #take(index: number): Promise<Numbered | null> {
    for (;;) {
      const row = await this.#next();
      if (row === null || (row.logIndex ?? 0) > index) return null;
      this.#row = undefined;
      if (row.logIndex === index) return row;
      this.#findings.add('statements', `${nameOf(row)} has the index ${row.logIndex} of another statement`);
    }
  }

  /** Returns the next statement without consuming it. */
  async #next(): Promise<Numbered | null> {
    const row = this.#row === undefined ? ((await this.#rows.next()).value ?? null) : this.#row;
    this.#row = row;
    return row;
  }

  #withoutStatement(index: number): void {
    if (this.#restored.some(({ from, to }) => from <= index && index < to)) this.lost++;
    else this.#findings.add('leaves', `Leaf ${index} has no statement: its row was deleted`);
  }
}

export const nameOf = (row: { organisationId: string; certificateId: string; number: number }): string =>
  `Statement ${row.number} of certificate ${row.certificateId} (organisation ${row.organisationId})`;

async function* numberedStatements(em: EntityManager, size: number): AsyncGenerator<Numbered> {
  for (let from = 0; ; ) {
    const page = await numberedPage(em, from, size);
    yield* page;
    if (page.length < PAGE) return;
    from = (page.at(-1)?.logIndex ?? size) + 1;
  }
}

async function numberedPage(em: EntityManager, from: number, to: number) {
  return database(em)
    .selectFrom('seals as s')
    .leftJoin('certificates as c', (join) =>
      join.onRef('c.organisationId', '=', 's.organisationId').onRef('c.id', '=', 's.certificateId'),
    )
    .select(['s.organisationId', 's.certificateId', 's.number', 's.statement', 's.logIndex', 's.loggedAt'])
    .leftJoin('log_leaves as l', (join) =>
      join
        .onRef('l.organisationId', '=', 's.organisationId')
        .onRef('l.certificateId', '=', 's.certificateId')
        .onRef('l.number', '=', 's.number'),
    )
    .select(['c.proofSalt as salt', 'l.logIndex as leafIndex'])
    .where('s.logIndex', '>=', from)
    .where('s.logIndex', '<', to)
    .orderBy('s.logIndex')
    .limit(PAGE)
    .execute();
}
