import { detail } from '../../errors/detail.ts';
import { DesignError } from '../../templates-engine/index.ts';
import type { ActingContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { MAX_LOGO_BYTES } from '../limits.ts';
import { randomToken } from '../shared/crypto.ts';
import { changeOrganisation, lockOrganisation } from './change.ts';
import { logoKey } from './load-logo.ts';
import type { Organisation } from './schemas.ts';

/**
 * Replaces the logo (specification 4.11): PNG, JPEG, WebP or SVG, detected from its content, at most 2 MB. Stores a PNG, which every mail
 * client shows and which has no active content.
 */
export async function uploadLogo(context: ActingContext, content: Uint8Array): Promise<Organisation> {
  if (content.length > MAX_LOGO_BYTES)
    throw validationError(detail('logo', 'file_too_large', { size: content.length, most: MAX_LOGO_BYTES }));
  const logo = await context.renderer.makeLogo(context.organisationId, content).catch((error: unknown) => {
    if (error instanceof DesignError) throw validationError(error.issues);
    throw error;
  });
  const token = randomToken(16);
  try {
    // Stored before the row changes, so that no row names a missing file.
    await context.storage.put({ key: logoKey(context.organisationId, token), content: logo });
    return await setLogo(context, token, 'organisation.uploadLogo');
  } catch (error) {
    // The first error is the one to report. No row names a file that cannot be deleted.
    await discardLogo(context, token).catch(() => undefined);
    throw error;
  }
}

/** Removes the logo, uploaded or given by its address. */
export const deleteLogo = (context: ActingContext): Promise<Organisation> =>
  setLogo(context, null, 'organisation.deleteLogo');

const setLogo = (
  context: ActingContext,
  token: Uint8Array | null,
  action: 'organisation.uploadLogo' | 'organisation.deleteLogo',
): Promise<Organisation> =>
  changeOrganisation(context, action, (row) => {
    row.logoToken = token;
    row.logoUrl = null;
  });

/**
 * Deletes a stored logo unless the row names it. It can if only the response to the commit was lost; the lock waits for the end of that
 * transaction.
 */
async function discardLogo(context: ActingContext, token: Uint8Array): Promise<void> {
  const { organisationId } = context;
  const current = await context.em().transactional((em) => lockOrganisation(em, organisationId));
  if (current.logoToken && Buffer.compare(current.logoToken, token) === 0) return;
  await context.storage.remove(logoKey(organisationId, token));
}
