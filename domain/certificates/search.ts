import type { FilterQuery } from '@mikro-orm/core';
import { raw } from '@mikro-orm/postgresql';
import { Certificate } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';

/** How many certificates are read in order before the index is asked, times those that are wanted. */
const READ_IN_ORDER = 50;

/**
 * The newest certificates of `where` that a text is found in. What is common is found by reading the newest in order; what is
 * not found there is rare, and its index gives all that there is: neither grows with the number of certificates. PostgreSQL
 * would choose one of both by the frequency of the text everywhere, which says little of one organisation.
 */
export async function searchCertificates(
  em: EntityManager,
  where: FilterQuery<Certificate>,
  text: string,
  limit: number,
): Promise<Certificate[]> {
  const matching = { $and: [where, matches(text)] };
  const [oldest] = await em.find(Certificate, where, {
    fields: ['id'],
    orderBy: { id: 'desc' },
    offset: limit * READ_IN_ORDER,
    limit: 1,
    disableIdentityMap: true,
  });
  const among = oldest ? { $and: [matching, { id: { $gt: oldest.id } }] } : matching;
  const found = await em.find(Certificate, among, { orderBy: { id: 'desc' }, limit });
  if (found.length === limit || !oldest) return found;
  // The primary key can't give this order, so that all matches are read by the index of the search.
  return em.find(Certificate, matching, {
    orderBy: { [raw((alias) => `${alias}.id::text collate "C"`)]: 'desc' },
    limit,
  });
}

/** The expressions are those of the index `certificates_search`. */
function matches(text: string): FilterQuery<Certificate> {
  const document = (alias: string) =>
    `search_document(${alias}.recipient_name, ${alias}.recipient_email, ${alias}.external_id) like search_pattern(?)`;
  const contains = { [raw((alias) => document(alias), [text])]: [] };
  const ids = idsBeginning(text.trim());
  return ids ? { $or: [contains, { id: ids }] } : contains;
}

/** The range of ids that begin with a text, which must be long enough for a person to mean an id. */
function idsBeginning(text: string): { $gte: string; $lte: string } | null {
  const digits = text.replaceAll('-', '').toLowerCase();
  if (!/^[0-9a-f]{8,32}$/.test(digits)) return null;
  const bound = (filler: string) =>
    digits.padEnd(32, filler).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { $gte: bound('0'), $lte: bound('f') };
}
