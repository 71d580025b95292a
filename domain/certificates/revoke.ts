import { LockMode } from '@mikro-orm/core';
import { Certificate as CertificateRow } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { sealStatus } from '../seals/record.ts';
import { publishCertificateEvents } from './publish-event.ts';
import { view } from './read.ts';
import type { Certificate } from './schemas.ts';
import { stateOf } from './state.ts';

/** Withdraws a certificate: verification says so at once, with the reason. One that is revoked already stays as it is. */
export async function revokeCertificate(
  context: ActingContext,
  { id, reason }: { id: string; reason: string },
): Promise<Certificate> {
  return change(context, id, async (row, em) => {
    await revokeRow(em, context, row, reason);
  });
}

/** Revokes a certificate whose row the caller's transaction has locked; false where it is revoked already. */
export async function revokeRow(
  em: EntityManager,
  context: ActingContext,
  row: CertificateRow,
  reason: string,
): Promise<boolean> {
  const now = context.now();
  if (stateOf(row, now) === 'REVOKED') return false;
  await sealStatus(em, context, row, { kind: 'revoke', reason, at: now });
  await recordAction(em, context, { action: 'certificates.revoke', subject: row.id });
  await publishCertificateEvents(em, context, 'certificate.revoked', [row]);
  return true;
}

/** Makes a revoked certificate valid again; one that is not revoked stays as it is. */
export async function reinstateCertificate(context: ActingContext, { id }: { id: string }): Promise<Certificate> {
  return change(context, id, async (row, em) => {
    const now = context.now();
    if (stateOf(row, now) !== 'REVOKED') return;
    await sealStatus(em, context, row, { kind: 'reinstate', at: now });
    await recordAction(em, context, { action: 'certificates.reinstate', subject: id });
  });
}

async function change(
  context: ActingContext,
  id: string,
  apply: (row: CertificateRow, em: EntityManager) => Promise<void>,
): Promise<Certificate> {
  return context.em().transactional(async (em) => {
    const where = { organisationId: context.organisationId, id };
    const row = await em.findOne(CertificateRow, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw notFound();
    await apply(row, em);
    await em.flush();
    return view({ ...context, em: () => em }, em, row);
  });
}
