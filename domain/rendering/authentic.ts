import { claimsHash, claimsOf } from '../certificates/claims.ts';
import type { Services } from '../context.ts';
import { isAuthentic, NotAuthenticError } from '../shared/authentic-rows.ts';
import { isSourceAuthentic } from '../templates/source-rows.ts';
import type { Rendering } from './start.ts';

/**
 * Throws NotAuthenticError unless the product issued this certificate as it is, from a design and under names that it wrote, and has not
 * sealed its files yet.
 */
export function assertRenderable(services: Services, row: Rendering): void {
  const hash = claimsHash(claimsOf(row, Buffer.from(row.versionDigest).toString('hex')));
  const list = { organisationId: row.organisationId, secret: row.statusSecret, mac: row.statusMac };
  if (!isAuthentic(services, 'certificates', row) || !hash.equals(row.verificationHash))
    throw new NotAuthenticError('certificates');
  if (!isAuthentic(services, 'status_lists', list)) throw new NotAuthenticError('status_lists');
  if (!isSourceAuthentic(services, row)) throw new NotAuthenticError('templates, template_versions or organisations');
  if (row.isSealed) throw new NotAuthenticError('certificates');
}
