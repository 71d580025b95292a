import { LRUCache } from 'lru-cache';
import { Organisation } from '../../database/entities/organisation.ts';
import { publicAddressOf } from '../addresses/choose-address.ts';
import type { DomainContext, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { MAX_LOGO_BYTES } from '../limits.ts';
import { sha256 } from '../shared/crypto.ts';
import { liveOf } from '../shared/ids.ts';
import { Uuid } from '../shared/schemas.ts';
import { loadLogo, logoUrl, type WithLogo } from './load-logo.ts';

const KEPT_MS = 10 * 60_000;
const copies = new LRUCache<string, { logo: Promise<Uint8Array | null> }>({ max: 100, ttl: KEPT_MS });

/**
 * Returns the address from which browsers load the organisation's logo. It is always at this installation, so that the host of an external
 * logo does not learn who views a certificate.
 */
export function shownLogoUrl(services: Pick<Services, 'installation'>, row: WithLogo): string | null {
  if (row.logoToken || !row.logoUrl) return logoUrl(services, row);
  return `${publicAddressOf(services, row.id)}/logos/${row.id}/${sha256(row.logoUrl).toString('base64url')}.png`;
}

/** Returns the uploaded logo, or a checked copy of an external one, as PNG; null without a logo. */
export async function loadShownLogo(services: Services, row: WithLogo): Promise<Uint8Array | null> {
  if (row.logoToken) return loadLogo(services, row);
  return row.logoUrl ? copyOfLogo(services, row.id, row.logoUrl) : null;
}

/** Returns the logo of the caller's organisation; NOT_FOUND without one. */
export async function openOwnLogo(context: DomainContext): Promise<Uint8Array> {
  const logo = await loadShownLogo(
    context,
    await context.em().findOneOrFail(Organisation, { id: liveOf(context.organisationId) }),
  );
  if (!logo) throw notFound();
  return logo;
}

/** Returns the logo (PNG) at its address in `shownLogoUrl`. NOT_FOUND for any other address and for a replaced logo. */
export async function openLogo(
  services: Services,
  { organisationId: id, name }: { organisationId: string; name: string },
): Promise<{ content: Uint8Array; isCopy: boolean }> {
  const row = Uuid.safeParse(id).success ? await services.em().findOne(Organisation, { id }) : null;
  const isCurrent = row && shownLogoUrl(services, row)?.endsWith(`/${name}`);
  const content = isCurrent ? await loadShownLogo(services, row) : null;
  if (!content) throw notFound();
  return { content, isCopy: !row?.logoToken };
}

/** Returns a PNG of the logo at an address, processed like an upload; null if it cannot be copied. */
function copyOfLogo(services: Services, organisationId: string, address: string): Promise<Uint8Array | null> {
  const key = `${organisationId} ${address}`;
  const known = copies.get(key);
  if (known) return known.logo;
  const logo = makeCopy(services, organisationId, address).catch(() => null);
  copies.set(key, { logo });
  return logo;
}

async function makeCopy(
  { egress, renderer }: Services,
  organisationId: string,
  address: string,
): Promise<Uint8Array | null> {
  const content = await egress.get(address, MAX_LOGO_BYTES);
  return content && renderer.makeLogo(organisationId, content);
}
