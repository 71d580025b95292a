import { LockMode } from '@mikro-orm/core';
import { ImportAllowanceSchema } from '../../database/entities/import.ts';
import type { EntityManager } from '../../database/orm.ts';
import type { DomainContext } from '../context.ts';
import { changeAuthentic, macOf } from '../shared/authentic-rows.ts';
import type { ImportAllowance } from './schemas.ts';

type Counts = Pick<ImportAllowance, 'granted' | 'used'>;

/**
 * Changes the organisation's allowance for imports in the caller's transaction, which keeps its row locked. Returns the new counts. Throws
 * NotAuthenticError for a row that was changed outside Laurel.
 */
export async function changeAllowance(
  em: EntityManager,
  context: DomainContext,
  change: (counts: Counts) => Partial<Counts>,
): Promise<Counts> {
  const { organisationId } = context;
  const row = await em.findOne(
    ImportAllowanceSchema,
    { organisationId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (!row) {
    const first = { organisationId, granted: 0, used: 0 };
    const created = { ...first, ...change(first) };
    await em.insert(ImportAllowanceSchema, { ...created, mac: macOf(context, 'import_allowances', created) });
    return created;
  }
  changeAuthentic(context, 'import_allowances', row, (changed) => void Object.assign(changed, change(changed)));
  await em.flush();
  return { granted: row.granted, used: row.used };
}
