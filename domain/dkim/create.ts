import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { refusal } from '../errors.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { randomToken } from '../shared/crypto.ts';
import { dkimKeyOf, ownOrganisation } from './queries.ts';
import { type DkimKey, placeOf, senderDomain, toView } from './rules.ts';
import type { Dkim } from './schemas.ts';

/** Every receiver verifies RSA with 2,048 bits. Few verify Ed25519 (RFC 8463), and longer keys exceed one UDP answer. */
const BITS = 2048;

/**
 * Makes the key for the domain of the sender's address. A key for the same domain is kept, and one for another domain is replaced. CONFLICT
 * `sender_not_confirmed` without a confirmed address.
 */
export async function createDkimKey(context: ActingContext): Promise<Dkim> {
  const domain = senderDomain(await ownOrganisation(context));
  if (domain === null) throw refusal('sender_not_confirmed');
  const known = await dkimKeyOf(context.em(), context.organisationId);
  if (known?.domain === domain) return toView(known, domain);
  // Made before the transaction, because it takes up to a second.
  const made = await makeKey(context, domain);
  return context.em().transactional(async (em) => {
    await replace(em, context, made);
    return toView(await dkimKeyOf(em, context.organisationId), domain);
  });
}

async function makeKey(context: ActingContext, domain: string): Promise<DkimKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const { organisationId } = context;
  const selector = `laurel-${randomToken(4).toString('hex')}`;
  const row = {
    ...{ organisationId, domain, selector, publicKey: publicKey.toString('base64') },
    privateKey: context.vault.seal(privateKey, placeOf({ organisationId, selector })),
    ...{ createdAt: context.now(), foundAt: null, checkedAt: null },
  };
  return { ...row, mac: macOf(context, 'dkim_keys', row) };
}

/** Records the key, unless a concurrent call has recorded one for the domain. */
async function replace(em: EntityManager, context: ActingContext, made: DkimKey): Promise<void> {
  const { organisationId, domain, selector } = made;
  await database(em)
    .selectFrom('organisations')
    .select('id')
    .where('id', '=', organisationId)
    .forNoKeyUpdate()
    .execute();
  const before = await dkimKeyOf(em, organisationId);
  if (before?.domain === domain) return;
  if (before) {
    await database(em).deleteFrom('dkim_keys').where('organisationId', '=', organisationId).execute();
    await recordAction(em, context, { action: 'dkim.remove', subject: before.selector });
  }
  await database(em).insertInto('dkim_keys').values(made).execute();
  await recordAction(em, context, { action: 'dkim.create', subject: selector });
}
