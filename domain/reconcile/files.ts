import { Certificate } from '../../database/entities/certificate.ts';
import { digestOf, storedFile } from '../certificates/files.ts';
import type { Services } from '../context.ts';
import type { Violation } from './violation.ts';

const PAGE = 500;

/** What is COMPLETED has its files, with the sealed digests. */
export async function fileViolations(services: Services): Promise<Violation[]> {
  const violations: Violation[] = [];
  let after = { organisationId: '00000000-0000-0000-0000-000000000000', id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const page = await services.em().find(
      Certificate,
      {
        renderStatus: 'COMPLETED',
        $or: [
          { organisationId: { $gt: after.organisationId } },
          { organisationId: after.organisationId, id: { $gt: after.id } },
        ],
      },
      { orderBy: { organisationId: 'asc', id: 'asc' }, limit: PAGE },
    );
    for (const row of page) violations.push(...(await fileViolationsOf(services, row)));
    const last = page.at(-1);
    if (!last || page.length < PAGE) return violations;
    after = last;
  }
}

async function fileViolationsOf(services: Services, row: Certificate): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const kind of ['pdf', 'png', 'json'] as const) {
    if (kind === 'json' && !row.credentialDigest) continue;
    const [sealed, key] = [digestOf(row, kind), storedFile(row, kind)];
    const stored = key && (await services.storage.digest(key));
    if (sealed && stored && Buffer.compare(sealed, stored) === 0) continue;
    const message = stored ? `the certificate's ${kind} is not the sealed one` : `the certificate's ${kind} is missing`;
    violations.push({ invariant: 'files', organisationId: row.organisationId, id: row.id, message });
  }
  return violations;
}
