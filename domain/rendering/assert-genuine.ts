import { claimsHash, claimsOf } from '../certificates/make-claims.ts';
import type { Services } from '../context.ts';
import { isAuthentic, NotAuthenticError } from '../shared/authentic-rows.ts';
import { isSourceGenuine } from '../templates/assert-source.ts';
import type { Rendering } from './start.ts';

/** Throws NotAuthenticError unless this certificate was issued by Laurel and its files are not sealed yet. */
export function assertIssued(services: Services, row: Rendering): void {
  const list = { organisationId: row.organisationId, secret: row.statusSecret, mac: row.statusMac };
  if (!isAuthentic(services, 'certificates', row) || row.isSealed) throw new NotAuthenticError('certificates');
  if (!isAuthentic(services, 'status_lists', list)) throw new NotAuthenticError('status_lists');
}

/**
 * Makes a certificate's files from an authentic design, pictures and fonts. If one of them was changed outside Laurel, the rendering fails
 * like any other: it is retried and finally refunded. Throws NotAuthenticError if the certificate itself was changed.
 */
export async function fromGenuineSource<Result>(
  services: Services,
  row: Rendering,
  make: () => Promise<Result>,
): Promise<Result> {
  const refused = (cause: unknown) => {
    const about = { job: 'render-certificate', organisationId: row.organisationId, id: row.id };
    services.meter.security('a certificate was not rendered: its source was changed outside Laurel', about);
    return new Error('the source of the certificate was changed outside Laurel', { cause });
  };
  if (!(await isSourceGenuine(services, row, row.sourcePlace)))
    throw refused('templates, template_versions or organisations');
  const claims = claimsOf(row, Buffer.from(row.versionDigest).toString('hex'));
  if (!claimsHash(claims).equals(row.verificationHash)) throw new NotAuthenticError('certificates');
  return make().catch((error: unknown) => {
    throw error instanceof NotAuthenticError ? refused(error) : error;
  });
}
