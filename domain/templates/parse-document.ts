import type { Detail } from '../../errors/detail.ts';
import { type Design, DesignError, unstorableValues } from '../../templates-engine/index.ts';
import { publicAddressOf } from '../addresses/choose-address.ts';
import { shortVerificationUrl, verificationUrl } from '../addresses/link-verification.ts';
import { loadAssets, namesIn } from '../assets/load.ts';
import type { DomainContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { loadFace, ownFaces } from '../fonts/load-face.ts';
import type { DocumentRequest } from '../ports/rendering.ts';

/** Returns a design document with its organisation's fonts and pictures. `path` is the error path of unknown pictures. */
export async function documentSource(
  context: DomainContext,
  document: unknown,
  path = 'elements',
): Promise<DocumentRequest> {
  const { organisationId } = context;
  return {
    organisationId,
    document,
    own: await ownFaces(context.em(), organisationId),
    pictures: await loadAssets(context, namesIn(document), path),
    values: sampleAddresses(context),
    font: (face) => loadFace(context, organisationId, face),
  };
}

/** Returns the addresses of a fictitious certificate, whose length decides whether its codes are readable. */
function sampleAddresses(context: DomainContext): Map<string, string> {
  const [address, verificationHash] = [publicAddressOf(context, context.organisationId), '0'.repeat(64)];
  return new Map([
    ['verificationUrl', verificationUrl(address, verificationHash)],
    ['shortVerificationUrl', shortVerificationUrl(address, verificationHash)],
    ['verificationHash', verificationHash],
  ]);
}

/** Rejects a document that has no canonical form or cannot be stored, with VALIDATION_ERROR. */
export function assertStorable(document: unknown): void {
  const issues = unstorableValues(document);
  if (issues.length > 0) throw validationError(issues);
}

/** Returns a validated design document with safe copies of its images, and warnings. VALIDATION_ERROR names every fault. */
export async function parseDocument(
  context: DomainContext,
  document: unknown,
): Promise<{ design: Design; warnings: Detail[] }> {
  try {
    return await context.renderer.parseDesign(await documentSource(context, document));
  } catch (error) {
    if (error instanceof DesignError) throw validationError(error.issues);
    throw error;
  }
}

/** Returns a stored design for editing and export, without the font files of its version. */
export function documentOf(json: string): Record<string, unknown> {
  const { fonts: _, ...document } = JSON.parse(json) as Record<string, unknown>;
  return document;
}
