import { LRUCache } from 'lru-cache';
import { Organisation } from '../../database/entities/organisation.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { MAX_LOGO_BYTES } from '../limits.ts';
import { loadLogo } from './logo-file.ts';

const KEPT_MS = 10 * 60_000;
const copies = new LRUCache<string, { logo: Promise<Uint8Array | null> }>({ max: 100, ttl: KEPT_MS });

/** Returns the organisation's logo as PNG: the uploaded one, or a checked copy of the one at an address. NOT_FOUND without one. */
export async function openOwnLogo(context: DomainContext): Promise<Uint8Array> {
  const row = await context.em().findOneOrFail(Organisation, { id: context.organisationId });
  const logo = row.logoToken ? await loadLogo(context, row) : row.logoUrl && (await copyOfLogo(context, row.logoUrl));
  if (!logo) throw notFound();
  return logo;
}

/**
 * Returns a PNG of the logo at an address, as an upload of it would be; null where there is none. People's browsers get this copy and
 * do not ask the address.
 */
export function copyOfLogo(context: DomainContext, address: string): Promise<Uint8Array | null> {
  const key = `${context.organisationId} ${address}`;
  const known = copies.get(key);
  if (known) return known.logo;
  const logo = makeCopy(context, address).catch(() => null);
  copies.set(key, { logo });
  return logo;
}

async function makeCopy(
  { egress, renderer, organisationId }: DomainContext,
  address: string,
): Promise<Uint8Array | null> {
  const content = await egress.get(address, MAX_LOGO_BYTES);
  return content && renderer.makeLogo(organisationId, content);
}
