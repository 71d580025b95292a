import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { type Detail, detail } from '../../errors/detail.ts';
import type { Recipient } from '../certificates/schemas.ts';
import { hasState, VALID } from '../certificates/state.ts';
import type { DomainContext } from '../context.ts';
import { recipientIdOf } from '../recipients/identify.ts';
import type { IssuableVersion } from '../templates/read-current-version.ts';
import { versionRules } from '../templates/rules.ts';

/**
 * Returns the faults of recipients who already have a certificate of a template that issues one per address or external id. Revoked,
 * expired and failed certificates do not count, and renewals are exempt. A repetition among the recipients names the index of the first in
 * `row`. The result has an entry for each recipient. `except` is the id of a certificate that does not count.
 */
export async function findDuplicates(
  em: EntityManager,
  context: DomainContext,
  template: IssuableVersion,
  recipients: readonly Recipient[],
  except?: string,
): Promise<Detail[][]> {
  const { uniqueBy } = versionRules(template);
  if (!uniqueBy) return recipients.map(() => []);
  const keys = recipients.map((recipient) => keyOf(context, uniqueBy, recipient));
  const known = await certificatesByKey(em, context, {
    ...{ uniqueBy, templateId: template.templateId, keys, except },
  });
  const first = new Map<string, number>();
  return keys.map((key, index) => {
    if (key === null) return [];
    if (recipients[index]?.renewalOf !== undefined) {
      if (!first.has(key)) first.set(key, index);
      return [];
    }
    const certificateId = known.get(key);
    if (certificateId !== undefined) return [detail(uniqueBy, 'duplicate', { certificateId })];
    const row = first.get(key);
    if (row === undefined) first.set(key, index);
    return row === undefined ? [] : [detail(uniqueBy, 'duplicate', { certificateId: null, row })];
  });
}

/**
 * Keeps other calls from issuing a template's certificates until the transaction ends, if it issues one per address or external id.
 * Returns false for other templates.
 */
export async function lockDuplicates(
  em: EntityManager,
  { organisationId }: DomainContext,
  template: IssuableVersion,
): Promise<boolean> {
  if (!versionRules(template).uniqueBy) return false;
  const name = `issue once ${organisationId} ${template.templateId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(database(em));
  return true;
}

type UniqueBy = 'recipientEmail' | 'externalId';

const keyOf = ({ organisationId }: DomainContext, uniqueBy: UniqueBy, recipient: Recipient): string | null => {
  const value = recipient[uniqueBy];
  if (value === undefined) return null;
  return uniqueBy === 'recipientEmail' ? recipientIdOf(organisationId, value) : value;
};

interface Wanted {
  uniqueBy: UniqueBy;
  templateId: string;
  keys: readonly (string | null)[];
  except: string | null | undefined;
}

async function certificatesByKey(
  em: EntityManager,
  context: DomainContext,
  { uniqueBy, templateId, keys, except = null }: Wanted,
): Promise<Map<string, string>> {
  const wanted = keys.filter((key) => key !== null);
  const condition =
    uniqueBy === 'recipientEmail'
      ? sql<boolean>`c.recipient_id = any(${wanted}::uuid[])`
      : sql<boolean>`c.external_id = any(${wanted}::text[])`;
  const rows = await database(em)
    .selectFrom('certificates as c')
    .select(['c.id', 'c.recipientId', 'c.externalId'])
    .where('c.organisationId', '=', context.organisationId)
    .where('c.templateId', '=', templateId)
    .where('c.renderStatus', '<>', 'FAILED')
    .where(condition)
    .where(sql<boolean>`c.id is distinct from ${except}::uuid`)
    .where(hasState(VALID, context.now()))
    .orderBy('c.id', 'desc')
    .execute();
  return new Map(
    rows.map(({ id, recipientId, externalId }) => [
      (uniqueBy === 'recipientEmail' ? recipientId : externalId) ?? '',
      id,
    ]),
  );
}
