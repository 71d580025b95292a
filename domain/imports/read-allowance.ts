import { ImportAllowanceSchema } from '../../database/entities/import.ts';
import type { DomainContext } from '../context.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import type { ImportAllowance } from './schemas.ts';

/** Returns the organisation's allowance for imports. */
export async function readAllowance(context: DomainContext): Promise<ImportAllowance> {
  const row = await context.em().findOne(ImportAllowanceSchema, { organisationId: context.organisationId });
  if (!row) return { granted: 0, used: 0, remaining: 0 };
  assertAuthentic(context, 'import_allowances', row);
  const { granted, used } = row;
  return { granted, used, remaining: granted - used };
}
