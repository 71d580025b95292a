import { z } from 'zod';
import { ApiKey as ApiKeyRow } from '../../database/entities/api-key.ts';
import type { DomainContext } from '../context.ts';
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
  return {
    apiKeys: rows.map(({ id, name, prefix, scopes, createdAt, expiresAt, revokedAt, lastUsedAt }) => ({
      id,
      name,
      prefix,
      scopes,
      createdAt: iso(createdAt),
      expiresAt: isoOrNull(expiresAt),
      revokedAt: isoOrNull(revokedAt),
      lastUsedAt: isoOrNull(lastUsedAt),
    })),
  };
}
