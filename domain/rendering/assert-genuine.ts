import { hasClaims } from '../certificates/make-claims.ts';
import { inOrganisation, type Services } from '../context.ts';
import { readSeals } from '../seals/check.ts';
import { areFilesDue, type SealedFacts } from '../seals/follow-chain.ts';
import { isSealedAs } from '../seals/match-row.ts';
import { toSeals } from '../seals/read-stored.ts';
import { isAuthentic, NotAuthenticError } from '../shared/authentic-rows.ts';
import { isSourceGenuine } from '../templates/assert-source.ts';
import type { Renderable } from './start.ts';

/** Returns the content of a certificate's seals. Throws NotAuthenticError if the certificate was changed outside Laurel. */
export function assertIssued(services: Services, row: Renderable): SealedFacts {
  if (!isAuthentic(services, 'certificates', row)) throw new NotAuthenticError('certificates');
  const seals = toSeals(row.seals);
  const hash = Buffer.from(row.verificationHash).toString('hex');
  const facts = readSeals(inOrganisation(services, row.organisationId), hash, seals);
  if (!facts || !isSealedAs({ ...row, seals }, facts)) throw new NotAuthenticError('seals');
  return facts;
}

/** Returns the same as `assertIssued`. Throws NotAuthenticError, too, for values that differ from the claims. */
export function assertUnaltered(services: Services, row: Renderable): SealedFacts {
  const facts = assertIssued(services, row);
  assertClaims(row);
  return facts;
}

function assertClaims(row: Renderable): void {
  if (!hasClaims(row)) throw new NotAuthenticError('certificates');
}

/** Returns the same as `assertIssued`. Throws NotAuthenticError, too, unless files are missing or state a former expiry. */
export function assertDue(services: Services, row: Renderable): SealedFacts {
  const list = { organisationId: row.organisationId, secret: row.statusSecret, mac: row.statusMac };
  const facts = assertIssued(services, row);
  if (!areFilesDue(facts)) throw new NotAuthenticError('certificates');
  if (!isAuthentic(services, 'status_lists', list)) throw new NotAuthenticError('status_lists');
  return facts;
}

/**
 * Makes a certificate's files from an authentic design, pictures and fonts. If one of them was changed outside Laurel, the rendering fails
 * like any other: it is retried and finally refunded. Throws NotAuthenticError if the certificate itself was changed.
 */
export async function fromGenuineSource<Result>(
  services: Services,
  row: Renderable,
  make: () => Promise<Result>,
): Promise<Result> {
  const refused = (cause: unknown) => {
    const about = { job: 'render-certificate', organisationId: row.organisationId, id: row.id };
    services.meter.security('a certificate was not rendered: its source was changed outside Laurel', about);
    return new Error('the source of the certificate was changed outside Laurel', { cause });
  };
  if (!(await isSourceGenuine(services, row, row.sourcePlace)))
    throw refused('templates, template_versions or organisations');
  assertClaims(row);
  return make().catch((error: unknown) => {
    throw error instanceof NotAuthenticError ? refused(error) : error;
  });
}
