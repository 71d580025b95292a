import { database } from '../../database/sql.ts';
import { assetKey } from '../assets/file.ts';
import { nameOf } from '../assets/name.ts';
import type { Services } from '../context.ts';
import type { Violation } from './violation.ts';

const PAGE = 500;
const FIRST = { organisationId: '00000000-0000-0000-0000-000000000000', digest: Buffer.alloc(0) };

/** A picture has its file: certificates that wait to be rendered show it. */
export async function assetViolations(services: Services): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (let after = FIRST; ; ) {
    const page = await pageAfter(services, after);
    for (const { organisationId, digest, fileName } of page) {
      if (await services.storage.digest(assetKey({ organisationId, fileName }))) continue;
      const message = `the file ${fileName} of the picture ${nameOf(digest)} is missing`;
      violations.push({ invariant: 'files', organisationId, id: null, message });
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return violations;
    after = { organisationId: last.organisationId, digest: Buffer.from(last.digest) };
  }
}

const pageAfter = (services: Services, { organisationId, digest }: typeof FIRST) =>
  database(services.em())
    .selectFrom('assets')
    .select(['organisationId', 'digest', 'fileName'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('organisationId', 'digest'), '>', tuple(organisationId, digest)))
    .orderBy('organisationId')
    .orderBy('digest')
    .limit(PAGE)
    .execute();
