import { Image } from '@mantine/core';
import { useShownSource } from './shown-source.ts';

/** Thumbnail of an uploaded picture of the organisation. */
export function AssetPicture({ asset, alt }: { asset: string; alt: string }) {
  const address = useShownSource(asset);
  return address ? <Image src={address} alt={alt} h={72} w="auto" radius="sm" /> : null;
}
