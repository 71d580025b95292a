import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { loadAssets } from './load.ts';

/** A picture of the organisation by its digest (hex), as small as there is one. NOT_FOUND for any other. */
export async function openAsset(
  context: DomainContext,
  { digest }: { digest: string },
): Promise<{ format: 'png' | 'jpeg'; content: Uint8Array }> {
  const [picture] = (await loadAssets(context, [`asset:${digest}`], 'digest')).values();
  const content = picture?.small ?? picture?.content;
  if (!picture || !content) throw notFound();
  return { format: picture.format, content };
}
