import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { type Found, findAfter } from '../verification/find.ts';
import { checkIntegrity } from '../verification/integrity.ts';
import type { Check, Violation } from './violation.ts';

const PAGE = 50;
/** Certificates of each organisation that a pass checks first: a recent change is more likely among the newest. */
const NEWEST = 200;

/** Checks each certificate as its verification does, but for its stored files: the newest of each organisation first, then all. */
export async function* certificateViolations(services: Services): Check {
  const organisations = await database(services.em())
    .selectFrom('organisations')
    .select('id')
    .orderBy('id', 'desc')
    .execute();
  for (const { id: organisationId } of organisations) yield* pages(services, organisationId, NEWEST);
  for (const { id: organisationId } of organisations) yield* pages(services, organisationId, Number.POSITIVE_INFINITY);
}

async function* pages(services: Services, organisationId: string, most: number): Check {
  let before: string | undefined;
  for (let count = 0; count < most; count += PAGE) {
    const page = await findAfter(services, { organisationId, before, limit: PAGE });
    const found: Violation[] = [];
    for (const row of page) if (!(await isSound(services, row))) found.push(violationOf(row));
    yield found;
    if (page.length < PAGE) return;
    before = page.at(-1)?.id;
  }
}

const isSound = async (services: Services, row: Found): Promise<boolean> =>
  (await checkIntegrity(services, row, { withFiles: false })).verified;

const violationOf = ({ organisationId, id }: Found): Violation => ({
  invariant: 'certificates',
  organisationId,
  id,
  message: 'the certificate, or what it was issued from, was changed outside Laurel',
});
