import type { Services } from '../context.ts';
import { loadFace } from '../fonts/load-face.ts';
import type { DesignSource } from '../ports/rendering.ts';
import { loadDesign } from './read-current-version.ts';

export interface PublishedVersion {
  organisationId: string;
  templateId: string;
  version: number;
  /** SHA-256 of the design. */
  digest: Uint8Array;
}

/** Returns a published design for the renderer, with the fonts of the organisation that owns the template. */
export const designSource = (
  services: Services,
  { organisationId, templateId, version, digest }: PublishedVersion,
): DesignSource => ({
  digest: Buffer.from(digest).toString('hex'),
  design: () => loadDesign(services.em(), { organisationId, templateId, version, digest }),
  font: (face) => loadFace(services, organisationId, face),
});
