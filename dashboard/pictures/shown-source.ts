import { useMembership } from '../lib/session.ts';

const ASSET = /^asset:([0-9a-f]{64})$/;

export const isAsset = (value: string): boolean => ASSET.test(value);

/**
 * Returns the address of a design's picture if it is a data URI or an uploaded picture. Other addresses are ignored: opening a design from
 * elsewhere must not send requests to them.
 */
export function useShownSource(source: string | undefined): string | undefined {
  const { id: organisationId } = useMembership();
  const [, digest] = ASSET.exec(source ?? '') ?? [];
  if (digest) return `/exports/pictures/${digest}?organisationId=${organisationId}`;
  return source?.startsWith('data:image/') ? source : undefined;
}
