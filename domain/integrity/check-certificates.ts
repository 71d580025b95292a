import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { recipientIdOf } from '../recipients/identify.ts';
import type { SealedFacts } from '../seals/follow-chain.ts';
import { checkIntegrity } from '../verification/check-integrity.ts';
import { type Found, findAfter } from '../verification/find.ts';
import type { Check, Violation } from './types.ts';

const PAGE = 50;
/** Certificates per organisation that a pass checks first. Recent changes are more likely among the newest. */
const NEWEST = 200;

/** Checks each certificate as verification does, without its stored files. The newest of each organisation come first. */
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
    for (const row of page) {
      const { verified, sealed } = await checkIntegrity(services, row, { withFiles: false });
      if (!verified) found.push(violationOf(row));
      if (sealed && (await hasLostFormer(services, row, sealed))) found.push(lostFormer(row));
    }
    found.push(...(await unlisted(services, organisationId, page)));
    yield found;
    if (page.length < PAGE) return;
    before = page.at(-1)?.id;
  }
}

/** Returns true if the hash of a former revision no longer leads to its certificate. */
async function hasLostFormer(
  services: Services,
  { organisationId, id }: Found,
  { formers }: SealedFacts,
): Promise<boolean> {
  if (formers.length === 0) return false;
  const rows = await database(services.em())
    .selectFrom('certificate_revisions')
    .select('verificationHash')
    .where('organisationId', '=', organisationId)
    .where('certificateId', '=', id)
    .execute();
  const known = new Set(rows.map(({ verificationHash }) => Buffer.from(verificationHash).toString('hex')));
  return formers.some(({ verificationHash }) => !known.has(verificationHash));
}

const lostFormer = (row: Found): Violation => ({
  ...violationOf(row),
  message: 'the hash of a former revision does not lead to the certificate',
});

/** Returns certificates that are missing from their recipient's list. */
async function unlisted(services: Services, organisationId: string, page: readonly Found[]): Promise<Violation[]> {
  const ids = page.flatMap(({ recipientId }) => recipientId ?? []);
  const rows = await database(services.em())
    .selectFrom('recipients')
    .select(['id', 'mailbox'])
    .where('organisationId', '=', organisationId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  // A row with another mailbox would show the certificates to its owner.
  const genuine = rows.filter(({ id, mailbox }) => recipientIdOf(organisationId, mailbox) === id);
  const known = new Set<string | null>([null, ...genuine.map(({ id }) => id)]);
  return page.flatMap((row) => {
    const expected = row.recipientEmail ? recipientIdOf(organisationId, row.recipientEmail) : null;
    if (row.recipientId === expected && known.has(expected)) return [];
    return [{ ...violationOf(row), message: 'the certificate is missing from the list of its recipient' }];
  });
}

const violationOf = ({ organisationId, id }: Found): Violation => ({
  invariant: 'certificates',
  organisationId,
  id,
  message: 'the certificate, or what it was issued from, was changed outside Laurel',
});
