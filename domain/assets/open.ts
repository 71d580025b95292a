import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { loadAssets } from './load.ts';

/** Returns a picture of the organisation by its digest (hex), in its small form if it has one. NOT_FOUND for an unknown digest. */
export async function openAsset(
  context: DomainContext,
  { digest }: { digest: string },
): Promise<{ format: 'png' | 'jpeg'; content: Uint8Array }> {
  const [picture] = (await loadAssets(context, [`asset:${digest}`], 'digest')).values();
  const content = picture?.small ?? picture?.content;
  if (!picture || !content) throw notFound();
  return { format: picture.format, content };
}
