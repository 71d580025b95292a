import { Organisation as OrganisationRow } from '../../database/entities/organisation.ts';
import { DesignError } from '../../templates-engine/index.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { randomToken } from '../shared/crypto.ts';
import { logoKey } from './logo-file.ts';
import { toView } from './read.ts';
import type { Organisation } from './schemas.ts';

/**
 * Takes a logo (specification 4.11): PNG, JPEG, WebP or SVG, told by its content, 2 MB at most. What is kept is a PNG of
 * it, which every mail client shows and which can't do anything.
 */
export async function uploadLogo(context: ActingContext, content: Uint8Array): Promise<Organisation> {
  const logo = await context.renderer.makeLogo(context.organisationId, content).catch((error: unknown) => {
    if (error instanceof DesignError) throw validationError('The logo is not valid', error.issues);
    throw error;
  });
  const token = randomToken(16);
  // Stored first: no row ever names a file that is not there.
  await context.storage.put(logoKey(context.organisationId, token), logo);
  return setLogo(context, token, 'organisation.uploadLogo');
}

/** Clears the logo, uploaded or named by its address. */
export const deleteLogo = (context: ActingContext): Promise<Organisation> =>
  setLogo(context, null, 'organisation.deleteLogo');

async function setLogo(context: ActingContext, token: Uint8Array | null, action: string): Promise<Organisation> {
  return context.em().transactional(async (em) => {
    const row = await em.findOneOrFail(OrganisationRow, { id: context.organisationId });
    row.logoToken = token;
    row.logoUrl = null;
    await recordAction(em, context, { action, subject: null });
    return toView(context, row);
  });
}
