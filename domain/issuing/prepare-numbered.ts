import type { EntityManager } from '../../database/orm.ts';
import { below } from '../../errors/detail.ts';
import type { Recipient } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { lockCounter, nextNumbers, takeNumbers } from '../numbering/take.ts';
import { UTC } from '../shared/calendar.ts';
import type { IssuableVersion } from '../templates/read-current-version.ts';
import { versionRules } from '../templates/rules.ts';
import { findDuplicates, lockDuplicates } from './find-duplicates.ts';
import { type PreparedCertificate, prepareCertificates } from './prepare.ts';

/** Certificates that are prepared with the next numbers of their series, if their template has one. */
export interface NumberedCertificates {
  prepared: PreparedCertificate[];
  /**
   * Takes the numbers in the transaction that issues, and looks for duplicates again. Returns the certificates. If another call took their
   * numbers first, they are prepared again under a lock.
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
  const prepareWith = (within: DomainContext, numbers: readonly string[] | null) =>
    prepareCertificates(within, template, recipients, { prefix, numbers });
  const prepared = await prepareWith(context, next?.numbers ?? null);
  const take = async (em: EntityManager) => {
    if (await lockDuplicates(em, context, template)) {
      const duplicates = await findDuplicates(em, context, template, recipients);
      const issues = duplicates.flatMap((found, index) => below(prefix(index), found));
      if (issues.length > 0) throw validationError(issues);
    }
    if (!next || (await takeNumbers(em, next))) return prepared;
    await lockCounter(em, next);
    const locked = await numbersFor(em, context, template, recipients.length);
    if (!locked || !(await takeNumbers(em, locked))) throw new Error('the numbers of a locked series were taken');
    return prepareWith({ ...context, em: () => em }, locked.numbers);
  };
  return { prepared, take };
}

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
