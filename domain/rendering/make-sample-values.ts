import { publicAddressOf } from '../addresses/choose-address.ts';
import { placeholderValues } from '../certificates/make-claims.ts';
import type { DomainContext } from '../context.ts';

/** Returns the values of a fictitious certificate: the built-in variables and the given ones. */
export function sampleValues(
  context: Pick<DomainContext, 'installation' | 'now' | 'organisationId'>,
  variables: Record<string, string>,
  organizationName: string | null,
): Map<string, string> {
  const claims = {
    certificateId: '00000000-0000-7000-8000-000000000000',
    variables,
    issuedAt: context.now().toISOString(),
    address: publicAddressOf(context, context.organisationId),
  };
  return placeholderValues(claims, '0'.repeat(64), organizationName ?? 'Organisation');
}
