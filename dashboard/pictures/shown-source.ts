import { useMembership } from '../lib/session.ts';

const ASSET = /^asset:([0-9a-f]{64})$/;

export const isAsset = (value: string): boolean => ASSET.test(value);

/** Data URI of a picture in pixels. Drawing an SVG of a few lines can freeze the page, and only the server limits its cost. */
const DATA = /^data:image\/(png|jpeg|webp)[;,]/;

/**
 * Returns the address of a design's picture if it is an uploaded picture, or a data URI of one in pixels. Other addresses are ignored:
 * opening a design from elsewhere must not send requests to them.
 */
export function useShownSource(source: string | undefined): string | undefined {
  const { id: organisationId } = useMembership();
  const [, digest] = ASSET.exec(source ?? '') ?? [];
  if (digest) return `/exports/pictures/${digest}?organisationId=${organisationId}`;
  return source !== undefined && DATA.test(source) ? source : undefined;
}
