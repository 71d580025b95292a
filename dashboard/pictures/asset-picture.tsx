import { Image } from '@mantine/core';
import { useMembership } from '../app/session.tsx';

const ASSET = /^asset:([0-9a-f]{64})$/;

export const isAsset = (value: string): boolean => ASSET.test(value);

/** An uploaded picture of the organisation, small. */
export function AssetPicture({ asset, alt }: { asset: string; alt: string }) {
  const { id: organisationId } = useMembership();
  const [, digest] = ASSET.exec(asset) ?? [];
  if (!digest) return null;
  return (
    <Image src={`/exports/pictures/${digest}?organisationId=${organisationId}`} alt={alt} h={72} w="auto" radius="sm" />
  );
}
