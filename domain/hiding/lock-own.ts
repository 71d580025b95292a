import { LockMode } from '@mikro-orm/core';
import { Certificate } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import type { Services } from '../context.ts';
import { findMyCertificate } from '../my/find-certificate.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import { mailboxOf } from '../shared/email-address.ts';

/** Recipient, by the mailboxes of the session. */
export type Hiding = Services & { mailboxes: readonly string[] };

type Owned = Certificate & { recipientId: string };

/** Locks a certificate in the caller's transaction. Returns null unless its present address belongs to one of the mailboxes. */
export async function lockOwn(em: EntityManager, services: Hiding, id: string): Promise<Owned | null> {
  const own = await findMyCertificate({ ...services, em: () => em }, services, { id });
  if (!own) return null;
  const where = { organisationId: own.organisationId, id: own.id };
  const row = await em.findOne(Certificate, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  // Another transaction can have changed the address before this one had the lock.
  if (!row?.recipientEmail || !services.mailboxes.includes(mailboxOf(row.recipientEmail) ?? '')) return null;
  assertAuthentic(services, 'certificates', row);
  return isOwned(row) ? row : null;
}

/** Returns true for every certificate with an address. */
const isOwned = (row: Certificate): row is Owned => row.recipientId != null;
