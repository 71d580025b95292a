import { Organisation as OrganisationRow } from '../../database/entities/organisation.ts';
import { DesignError } from '../../templates-engine/index.ts';
import type { DomainContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { randomToken } from '../shared/crypto.ts';
import { logoKey } from './logo-file.ts';
import { toView } from './read.ts';
import type { Organisation } from './schemas.ts';

/**
 * Takes a logo (specification 4.11): PNG, JPEG, WebP or SVG, told by its content, 2 MB at most. What is kept is a PNG of
 * it, which every mail client shows and which can't do anything.
 */
export async function uploadLogo(context: DomainContext, content: Uint8Array): Promise<Organisation> {
  const logo = await context.renderer.makeLogo(context.organisationId, content).catch((error: unknown) => {
    if (error instanceof DesignError) throw validationError('The logo is not valid', error.issues);
    throw error;
  });
  const em = context.em();
  const row = await em.findOneOrFail(OrganisationRow, { id: context.organisationId });
  row.logoToken = randomToken(16);
  row.logoUrl = null;
  await context.storage.put(logoKey(row.id, row.logoToken), logo);
  await em.flush();
  return toView(context, row);
}

/** Clears the logo, uploaded or named by its address. */
export async function deleteLogo(context: DomainContext): Promise<Organisation> {
  const em = context.em();
  const row = await em.findOneOrFail(OrganisationRow, { id: context.organisationId });
  row.logoToken = null;
  row.logoUrl = null;
  await em.flush();
  return toView(context, row);
}
