import type { Organisation } from '../../database/entities/organisation.ts';
import type { Services } from '../context.ts';
import type { MailSignature } from '../ports/email.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import { dkimKeyOf } from './queries.ts';
import { isSigning, placeOf, senderDomain } from './rules.ts';

/** Returns the key that signs the organisation's e-mails; null if they are not signed. */
export async function openDkimKey(services: Services, row: Organisation): Promise<MailSignature | null> {
  const domain = senderDomain(row);
  const key = domain === null ? undefined : await dkimKeyOf(services.em(), row.id);
  if (!key || !isSigning(key, domain)) return null;
  assertAuthentic(services, 'dkim_keys', key);
  const { selector } = key;
  return { domain: key.domain, selector, privateKey: services.vault.open(key.privateKey, placeOf(key)) };
}
