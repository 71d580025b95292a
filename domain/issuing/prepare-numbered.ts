import type { EntityManager } from '../../database/orm.ts';
import { below, type Detail } from '../../errors/detail.ts';
import type { Recipient } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { lockCounter, nextNumbers, takeNumbers } from '../numbering/take.ts';
import { UTC } from '../shared/calendar.ts';
import type { IssuableVersion } from '../templates/read-current-version.ts';
import { versionRules } from '../templates/rules.ts';
import { findDuplicates, lockDuplicates } from './find-duplicates.ts';
import { findRenewed, lockRenewed } from './find-renewed.ts';
import { type PreparedCertificate, prepareCertificates } from './prepare.ts';

/** Certificates that are prepared with the next numbers of their series, if their template has one. */
export interface NumberedCertificates {
  prepared: PreparedCertificate[];
  /**
   * Takes the numbers in the transaction that issues, and looks for duplicates and renewals again. Returns the certificates, hidden if they
   * renew hidden ones. If another call took their numbers first, they are prepared again under a lock.
   */
  take(em: EntityManager): Promise<PreparedCertificate[]>;
}

/** Prepares certificates as `prepareCertificates` does, in the order of the recipients. CONFLICT `no_such_series` if their series is missing. */
export async function prepareNumbered(
  context: DomainContext,
  template: IssuableVersion,
  recipients: readonly Recipient[],
  prefix: (index: number) => string,
): Promise<NumberedCertificates> {
  const next = await numbersFor(context.em(), context, template, recipients.length);
  const prepareWith = (within: DomainContext, given: readonly Recipient[], numbers: readonly string[] | null) =>
    prepareCertificates(within, template, given, { prefix, numbers });
  const prepared = await prepareWith(context, recipients, next?.numbers ?? null);
  const settled = withRenewedIds(recipients, prepared);
  const take = async (em: EntityManager) => {
    const assertNone = (found: readonly (readonly Detail[])[]) => {
      const issues = found.flatMap((own, index) => below(prefix(index), own));
      if (issues.length > 0) throw validationError(issues);
    };
    const renewed = prepared.flatMap(({ claims }) => claims.renewalOf ?? []);
    let hide = (certificates: PreparedCertificate[]) => certificates;
    // Before other locks: a correction holds its certificate when it waits for the lock of duplicates.
    if (renewed.length > 0) {
      await lockRenewed(em, context, renewed);
      const found = await findRenewed(em, context, settled);
      assertNone(found.map(({ issues }) => issues));
      hide = (certificates) =>
        certificates.map((one, index) => ({ ...one, isHidden: found[index]?.isHidden ?? false }));
    }
    if (await lockDuplicates(em, context, template)) assertNone(await findDuplicates(em, context, template, settled));
    if (!next || (await takeNumbers(em, next))) return hide(prepared);
    await lockCounter(em, next);
    const locked = await numbersFor(em, context, template, recipients.length);
    if (!locked || !(await takeNumbers(em, locked))) throw new Error('the numbers of a locked series were taken');
    return hide(await prepareWith({ ...context, em: () => em }, settled, locked.numbers));
  };
  return { prepared, take };
}

/** Returns recipients who name the renewed certificate by its id, so that a later look-up cannot find another one. */
const withRenewedIds = (recipients: readonly Recipient[], prepared: readonly PreparedCertificate[]): Recipient[] =>
  recipients.map((recipient, index) => {
    const { renewalOf } = prepared[index]?.claims ?? {};
    return renewalOf ? { ...recipient, renewalOf } : recipient;
  });

/** Returns the next numbers of a template's series; null if it has none. */
export const numbersFor = async (
  em: EntityManager,
  context: DomainContext,
  template: IssuableVersion,
  count: number,
) => {
  const { numbering } = versionRules(template);
  if (!numbering) return null;
  return nextNumbers(em, context, { name: numbering.series, timeZone: template.timeZone ?? UTC, count });
};
