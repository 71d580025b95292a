import { publicAddressOf } from '../addresses/choose-address.ts';
import { placeholderValues } from '../certificates/make-claims.ts';
import type { DomainContext } from '../context.ts';
import { addToDay, dayOf, endOfDay, UTC } from '../shared/calendar.ts';

/** Validity of samples, so that every date of a design is shown. */
const SAMPLE_VALIDITY = { months: 12 };

/** Facts of a certificate that are known before it is issued. */
interface Known {
  awardedOn: string;
  expiresAt: Date | null;
  hasNumber: boolean;
}

/** Returns the given values and the built-in ones of a certificate that is not issued yet. Built-in ones are samples unless `known`. */
export function sampleValues(
  context: Pick<DomainContext, 'installation' | 'now' | 'organisationId'>,
  variables: Record<string, string>,
  organisation: { organizationName?: string | null; timeZone?: string | null },
  known?: Known,
): Map<string, string> {
  const timeZone = organisation.timeZone ?? UTC;
  const awardedOn = known?.awardedOn ?? dayOf(context.now(), timeZone);
  const claims = {
    certificateId: '00000000-0000-7000-8000-000000000000',
    variables,
    awardedOn,
    timeZone,
    number: known?.hasNumber === false ? null : `${awardedOn.slice(0, 4)}/0001`,
    address: publicAddressOf(context, context.organisationId),
  };
  return placeholderValues(claims, '0'.repeat(64), {
    organizationName: organisation.organizationName ?? (known ? null : 'Organisation'),
    expiresAt: known ? known.expiresAt : endOfDay(addToDay(awardedOn, SAMPLE_VALIDITY), timeZone),
  });
}
