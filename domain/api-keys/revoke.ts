import { ApiKey } from '../../database/entities/api-key.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { iso } from '../shared/schemas.ts';

/** Revokes a key for good, within a second everywhere; a second call changes nothing. */
export async function revokeApiKey(context: DomainContext, id: string): Promise<{ id: string; revokedAt: string }> {
  const em = context.em();
  const row = await em.findOne(ApiKey, { organisationId: context.organisationId, id });
  if (!row) throw notFound();
  row.revokedAt ??= context.now();
  await em.flush();
  return { id, revokedAt: iso(row.revokedAt) };
}
