import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { type Detail, detail } from '../../errors/detail.ts';
import type { DomainContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { digestOfFile } from '../imports/name.ts';
import type { ImportRow } from './schemas.ts';

type Rows = readonly Pick<ImportRow, 'originalPdf'>[];

/** Returns the faults of rows that name a file that the organisation has not uploaded. The result has an entry for each row. */
export async function findUnknownFiles(em: EntityManager, context: DomainContext, rows: Rows): Promise<Detail[][]> {
  const digests = digestsOf(rows);
  if (digests.length === 0) return [];
  const found = await database(em)
    .selectFrom('import_files')
    .select('digest')
    .where('organisationId', '=', context.organisationId)
    .where('digest', '=', sql<Buffer>`any(${digests}::bytea[])`)
    .execute();
  return faultsOf(rows, found);
}

/** Marks the files of rows as used in the caller's transaction, so that the clean-up keeps them. VALIDATION_ERROR for one that is gone. */
export async function holdFiles(em: EntityManager, context: DomainContext, rows: Rows): Promise<void> {
  const digests = digestsOf(rows);
  if (digests.length === 0) return;
  // Sorted, so that concurrent transactions lock rows in the same order.
  const locked = sql<Buffer>`(select digest from import_files where organisation_id = ${context.organisationId}
    and digest = any(${digests}::bytea[]) order by digest for update)`;
  const held = await database(em)
    .updateTable('import_files')
    .set({ usedAt: context.now() })
    .where('organisationId', '=', context.organisationId)
    .where('digest', 'in', locked)
    .returning('digest')
    .execute();
  const issues = faultsOf(rows, held).flatMap((own, index) =>
    own.map(({ path, ...fault }) => ({ ...fault, path: `certificates[${index}].${path}` })),
  );
  if (issues.length > 0) throw validationError(issues);
}

const digestsOf = (rows: Rows): Buffer[] => rows.flatMap(({ originalPdf }) => digestOfFile(originalPdf ?? '') ?? []);

function faultsOf(rows: Rows, known: readonly { digest: Uint8Array }[]): Detail[][] {
  const digests = new Set(known.map(({ digest }) => Buffer.from(digest).toString('hex')));
  return rows.map(({ originalPdf }) => {
    const digest = digestOfFile(originalPdf ?? '');
    return !digest || digests.has(digest.toString('hex')) ? [] : [detail('originalPdf', 'unknown_file')];
  });
}
