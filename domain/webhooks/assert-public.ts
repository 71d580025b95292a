import type { Services } from '../context.ts';
import { refusal } from '../errors.ts';

/**
 * Rejects an address whose host has only private addresses, to which nothing could be delivered: CONFLICT with the reason
 * `webhook_address_private`. Accepts a name that does not resolve at the moment.
 */
export async function assertPublic({ egress }: Pick<Services, 'egress'>, url: string): Promise<void> {
  if (await egress.isPrivate(url)) throw refusal('webhook_address_private', { host: new URL(url).hostname });
}
