import type { Services } from '../context.ts';
import { refusal } from '../errors.ts';

/**
 * Refuses an address whose host has private addresses only, as nothing could be delivered there: CONFLICT with the reason
 * `webhook_address_private`. A name that does not resolve at the moment is accepted.
 */
export async function assertPublic({ egress }: Pick<Services, 'egress'>, url: string): Promise<void> {
  if (await egress.isPrivate(url)) throw refusal('webhook_address_private', { host: new URL(url).hostname });
}
