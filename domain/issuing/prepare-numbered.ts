import type { EntityManager } from '../../database/orm.ts';
import { below, type Detail } from '../../errors/detail.ts';
import type { Recipient } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import { refusal, validationError } from '../errors.ts';
import { expectNumbers, lockCounter, type NextNumbers, nextNumbers, takeNumbers } from '../numbering/take.ts';
import type { Place } from '../numbering/take-turn.ts';
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
   * renew hidden ones. If another call took their numbers first, they are prepared again under a lock. SERVICE_UNAVAILABLE `just_changed`
   * if an import uses one of those at the same time.
   */
  take(em: EntityManager): Promise<PreparedCertificate[]>;
  /** Ends the place of a single certificate, also if it was not issued. */
  end(): void;
}

/**
 * Prepares certificates as `prepareCertificates` does, in the order of the recipients. CONFLICT `no_such_series` if their series is
 * missing. With `isSingle`, they expect the numbers after those of other single certificates in progress; call `end` afterwards. A batch
 * does not, because its preparation takes seconds.
 */
export async function prepareNumbered(
  context: DomainContext,
  template: IssuableVersion,
  recipients: readonly Recipient[],
  { prefix, isSingle = false }: { prefix: (index: number) => string; isSingle?: boolean },
): Promise<NumberedCertificates> {
  const { next, place } = await expectedFor(context, template, { count: recipients.length, isSingle });
  const prepareWith = (within: DomainContext, given: readonly Recipient[], numbers: readonly string[] | null) =>
    prepareCertificates(within, template, given, { prefix, numbers });
  const prepared = await prepareWith(context, recipients, next?.numbers ?? null).catch((error: unknown) => {
    place?.leave();
    throw error;
  });
  const settled = withRenewedIds(recipients, prepared);
  const assertNone = (found: readonly (readonly Detail[])[]) => {
    const issues = found.flatMap((own, index) => below(prefix(index), own));
    if (issues.length > 0) throw validationError(issues);
  };
  const takeLocked = async (em: EntityManager, expected: NextNumbers) => {
    await lockCounter(em, expected);
    const locked = await numbersFor(em, context, template, recipients.length);
    if (!locked) throw new Error('a template with a series has none');
    // An import uses numbers without the lock.
    if (!(await takeNumbers(em, locked))) throw refusal('just_changed', {}, { retryAfter: 1 });
    return locked;
  };
  const take = async (em: EntityManager) => {
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
    if (!next) return hide(prepared);
    let taken = next;
    const takeNext = async () => {
      if (!(await takeNumbers(em, next))) taken = await takeLocked(em, next);
      return taken.to;
    };
    await (place ? place.take(takeNext) : takeNext());
    return hide(taken === next ? prepared : await prepareWith({ ...context, em: () => em }, settled, taken.numbers));
  };
  return { prepared, take, end: () => place?.leave() };
}

/** Returns recipients who name the renewed certificate by its id, so that a later look-up cannot find another one. */
const withRenewedIds = (recipients: readonly Recipient[], prepared: readonly PreparedCertificate[]): Recipient[] =>
  recipients.map((recipient, index) => {
    const { renewalOf } = prepared[index]?.claims ?? {};
    return renewalOf ? { ...recipient, renewalOf } : recipient;
  });

/** Numbers that certificates are prepared with, and the place of a single one; null without a series. */
interface Expected {
  next: NextNumbers | null;
  place: Place | null;
}

async function expectedFor(
  context: DomainContext,
  template: IssuableVersion,
  { count, isSingle }: { count: number; isSingle: boolean },
): Promise<Expected> {
  const series = seriesOf(template, count);
  if (!series) return { next: null, place: null };
  if (!isSingle) return { next: await nextNumbers(context.em(), context, series), place: null };
  const { place, ...next } = await expectNumbers(context, series);
  return { next, place };
}

/** Returns the next numbers of a template's series; null if it has none. */
export async function numbersFor(
  em: EntityManager,
  context: DomainContext,
  template: IssuableVersion,
  count: number,
): Promise<NextNumbers | null> {
  const series = seriesOf(template, count);
  return series && nextNumbers(em, context, series);
}

function seriesOf(template: IssuableVersion, count: number) {
  const { numbering } = versionRules(template);
  return numbering ? { name: numbering.series, timeZone: template.timeZone ?? UTC, count } : null;
}
