import { Image } from '@mantine/core';
import { useShownSource } from './shown-source.ts';

/** An uploaded picture of the organisation, small. */
export function AssetPicture({ asset, alt }: { asset: string; alt: string }) {
  const address = useShownSource(asset);
  return address ? <Image src={address} alt={alt} h={72} w="auto" radius="sm" /> : null;
}
