import { Organisation } from '../../database/entities/organisation.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { findAccount } from '../access/find-account.ts';
import { RECIPIENT, recordAction } from '../audit/record.ts';
import { inOrganisation, type Person, type Services } from '../context.ts';
import { roleOf } from '../members/rules.ts';
import { isAuthentic, macOf } from '../shared/authentic-rows.ts';
import { liveOf } from '../shared/ids.ts';
import { chooseDigest, readDigestChoice } from './choose-digest.ts';
import { type Subscriber, type SubscriptionKind, subscriberOf } from './link-subscription.ts';

/** Mails that a link is about. */
export interface Subscription {
  kind: SubscriptionKind;
  /** Name of the organisation; null without one. */
  organizationName: string | null;
  isOn: boolean;
}

/** Returns the subscription of a link, and changes nothing. Null for an unknown link, and for a person who is no longer a member. */
export async function findSubscription(services: Services, code: string): Promise<Subscription | null> {
  const subscriber = subscriberOf(services, code);
  const row = subscriber && (await services.em().findOne(Organisation, { id: liveOf(subscriber.organisationId) }));
  if (!subscriber || !row || !isAuthentic(services, 'organisations', row)) return null;
  const { kind, organisationId, id: recipientId } = subscriber;
  const known = { kind, organizationName: row.organizationName ?? null };
  if (kind === 'REMINDERS')
    return { ...known, isOn: !(await hasStopped(services.em(), { organisationId, recipientId })) };
  const context = await readerOf(services, subscriber);
  return context && { ...known, isOn: (await readDigestChoice(context)).isWanted };
}

/** Stops the mails of a link, or sends them again. A second time changes nothing. Returns null like `findSubscription`. */
export async function setSubscription(services: Services, code: string, isOn: boolean): Promise<Subscription | null> {
  const found = await findSubscription(services, code);
  const subscriber = subscriberOf(services, code);
  if (!found || !subscriber || found.isOn === isOn) return found;
  if (subscriber.kind === 'REMINDERS') await setReminders(services, subscriber, isOn);
  else {
    const context = await readerOf(services, subscriber);
    if (context) await chooseDigest(context, { isWanted: isOn });
  }
  return { ...found, isOn };
}

/** Returns true for a recipient who wants no reminders of the organisation. */
export async function hasStopped(
  em: EntityManager,
  { organisationId, recipientId }: { organisationId: string; recipientId: string },
): Promise<boolean> {
  const row = await database(em)
    .selectFrom('reminder_stops')
    .select('recipientId')
    .where('organisationId', '=', organisationId)
    .where('recipientId', '=', recipientId)
    .executeTakeFirst();
  return row !== undefined;
}

async function setReminders(services: Services, { organisationId, id: recipientId }: Subscriber, isOn: boolean) {
  const context = { ...inOrganisation(services, organisationId), actor: RECIPIENT };
  await services.em().transactional(async (em) => {
    const action = isOn ? 'reminders.resume' : 'reminders.stop';
    await recordAction(em, context, { action, subject: recipientId });
    const row = { organisationId, recipientId, createdAt: services.now() };
    if (isOn)
      await database(em)
        .deleteFrom('reminder_stops')
        .where('organisationId', '=', organisationId)
        .where('recipientId', '=', recipientId)
        .execute();
    else
      await database(em)
        .insertInto('reminder_stops')
        .values({ ...row, mac: macOf(services, 'reminder_stops', row) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  });
}

/** Returns the context of the member who reads the digest; null for a person who is no member. */
async function readerOf(services: Services, { organisationId, id: userId }: Subscriber) {
  const person: Person | null =
    (await roleOf(services, { organisationId, userId })) && (await findAccount(services, userId));
  if (!person) return null;
  const actor = { kind: 'person' as const, id: person.id, name: person.name };
  return { ...inOrganisation(services, organisationId), actor, person };
}
