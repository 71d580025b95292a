import { z } from 'zod';
import { ApiKey as ApiKeyRow } from '../../database/entities/api-key.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { DateTime, iso, isoOrNull, Uuid } from '../shared/schemas.ts';

export const ApiKey = z.object({
  id: Uuid,
  name: z.string(),
  prefix: z.string().describe('First characters of the key, to identify it'),
  scopes: z.array(z.string()),
  createdAt: DateTime,
  expiresAt: DateTime.nullable(),
  revokedAt: DateTime.nullable(),
  lastUsedAt: DateTime.nullable().describe('Rounded to the minute'),
});
type ApiKey = z.infer<typeof ApiKey>;

/** Returns all keys of an organisation, including revoked ones, newest first. */
export async function listApiKeys(context: DomainContext): Promise<{ apiKeys: ApiKey[] }> {
  const { organisationId } = context;
  const rows = await context.em().find(ApiKeyRow, { organisationId }, { orderBy: { id: 'desc' } });
  return { apiKeys: rows.map(toView) };
}

/** Returns a key's row without the key, which is never shown again. */
export async function getApiKey(context: DomainContext, { id }: { id: string }): Promise<ApiKey> {
  const row = await context.em().findOne(ApiKeyRow, { organisationId: context.organisationId, id });
  if (!row) throw notFound();
  return toView(row);
}

const toView = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  createdAt: iso(row.createdAt),
  expiresAt: isoOrNull(row.expiresAt),
  revokedAt: isoOrNull(row.revokedAt),
  lastUsedAt: isoOrNull(row.lastUsedAt),
});
