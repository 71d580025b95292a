import { database } from '../../database/sql.ts';
import type { DomainContext, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { openServer } from '../mailboxes/open-server.ts';
import { confirmedAddress } from '../mailboxes/rules.ts';
import { assertAuthentic, macOf } from '../shared/authentic-rows.ts';
import { dkimKeyOf, ownOrganisation } from './queries.ts';
import { type DkimKey, recordName, recordState, senderDomain, toView } from './rules.ts';
import type { DkimCheck, Found } from './schemas.ts';

/** Looks up the organisation's records. E-mails are signed from now on if that of the key is found, and no longer if it is not. */
export async function checkDkim(context: DomainContext): Promise<DkimCheck> {
  const { dns, organisationId } = context;
  const key = await dkimKeyOf(context.em(), organisationId);
  if (!key) throw notFound();
  const { domain } = key;
  const [texts, policies, senders] = await Promise.all([
    dns.texts(recordName(key)),
    dns.texts(`_dmarc.${domain}`),
    dns.texts(domain),
  ]);
  const state = recordState(key, texts);
  await recordFound(context, key, state);
  const row = await ownOrganisation(context);
  const server = openServer(context, row);
  const report = confirmedAddress(row, 'SENDER');
  return {
    ...toView(await dkimKeyOf(context.em(), organisationId), senderDomain(row)),
    dkim: { state, texts: texts ?? [] },
    dmarc: {
      ...stateOf(policies, /^v=DMARC1\b/i),
      suggested: {
        name: `_dmarc.${domain}`,
        value: `v=DMARC1; p=none${report === null ? '' : `; rua=mailto:${report}`}`,
      },
    },
    spf: {
      ...stateOf(senders, /^v=spf1\b/i),
      suggested: server && { name: domain, value: `v=spf1 a:${server.host} ~all` },
    },
  };
}

/** Records the state of a key's record. Nothing changes without an answer, or if the key was replaced. */
export async function recordFound(services: Services, key: DkimKey, state: Found): Promise<void> {
  assertAuthentic(services, 'dkim_keys', key);
  const checkedAt = services.now();
  const foundAt = state === 'UNKNOWN' ? key.foundAt : state === 'FOUND' ? (key.foundAt ?? checkedAt) : null;
  await database(services.em())
    .updateTable('dkim_keys')
    .set({ checkedAt, foundAt, mac: macOf(services, 'dkim_keys', { ...key, foundAt }) })
    .where('organisationId', '=', key.organisationId)
    .where('selector', '=', key.selector)
    .execute();
}

/** Returns the texts of a kind. Two of them count as none (RFC 7208, 4.5; RFC 7489, 6.6.3). */
function stateOf(texts: readonly string[] | null, kind: RegExp): { state: Found; texts: string[] } {
  const own = (texts ?? []).filter((text) => kind.test(text));
  const state = texts === null ? 'UNKNOWN' : own.length === 1 ? 'FOUND' : own.length > 1 ? 'OTHER' : 'MISSING';
  return { state, texts: own };
}
