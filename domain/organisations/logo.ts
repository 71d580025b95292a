import { detail } from '../../errors/detail.ts';
import { DesignError } from '../../templates-engine/index.ts';
import type { ActingContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { MAX_LOGO_BYTES } from '../limits.ts';
import { randomToken } from '../shared/crypto.ts';
import { changeOrganisation, lockOrganisation } from './change.ts';
import { logoKey } from './logo-file.ts';
import type { Organisation } from './schemas.ts';

/**
 * Takes a logo (specification 4.11): PNG, JPEG, WebP or SVG, recognised by its content, 2 MB at most. What is kept is a PNG of
 * it, which every mail client shows and which can't do anything.
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
    // Stored first: no row ever names a file that is not there.
    await context.storage.put({ key: logoKey(context.organisationId, token), content: logo });
    return await setLogo(context, token, 'organisation.uploadLogo');
  } catch (error) {
    // A file that can't be deleted either stays: the first error is the one to report, and nothing names the file.
    await discardLogo(context, token).catch(() => undefined);
    throw error;
  }
}

/** Clears the logo, uploaded or named by its address. */
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
 * Deletes a stored logo that did not become the organisation's. Where only the answer to the commit was lost it did: the
 * lock waits for the end of that transaction.
 */
async function discardLogo(context: ActingContext, token: Uint8Array): Promise<void> {
  const { organisationId } = context;
  const current = await context.em().transactional((em) => lockOrganisation(em, organisationId));
  if (current.logoToken && Buffer.compare(current.logoToken, token) === 0) return;
  await context.storage.remove(logoKey(organisationId, token));
}
