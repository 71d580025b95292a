import { placeholderValues } from '../certificates/claims.ts';
import type { Services } from '../context.ts';

/** Values of a certificate that there is not: the built-in variables beside the given ones. */
export function sampleValues(
  services: Pick<Services, 'baseUrl' | 'now'>,
  variables: Record<string, string>,
  organizationName: string | null,
): Map<string, string> {
  const claims = {
    certificateId: '00000000-0000-7000-8000-000000000000',
    variables,
    issuedAt: services.now().toISOString(),
  };
  return placeholderValues(services, claims, '0'.repeat(64), organizationName ?? 'Organisation');
}
