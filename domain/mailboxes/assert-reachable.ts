import type { Services } from '../context.ts';
import { refusal } from '../errors.ts';
import type { SaveMailServer } from './schemas.ts';

/** Rejects a host with private addresses only. Each connection checks the address that it goes to. */
export async function assertReachable({ egress }: Pick<Services, 'egress'>, { host }: SaveMailServer): Promise<void> {
  const url = `https://${host.includes(':') ? `[${host}]` : host}/`;
  if (await egress.isPrivate(url)) throw refusal('mail_server_private', { host });
}
