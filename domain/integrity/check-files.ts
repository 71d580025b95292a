import { Certificate } from '../../database/entities/certificate.ts';
import { database } from '../../database/sql.ts';
import { nameOf } from '../assets/name.ts';
import { assetKey, isNamedFor } from '../assets/store-file.ts';
import { digestOf, storedFile } from '../certificates/load-file.ts';
import type { Services } from '../context.ts';
import { faceFileName, fontKey } from '../fonts/store-file.ts';
import { readable } from './read-values.ts';
import type { Check, Violation } from './types.ts';

const PAGE = 20;
const NIL = '00000000-0000-0000-0000-000000000000';

/** Checks that each stored file of certificates, pictures and fonts exists and has its sealed or recorded digest. */
export async function* fileViolations(services: Services): Check {
  for (const check of [certificateFiles, pictureFiles, libraryFiles, fontFiles])
    yield* readable(check.name, check(services));
}

async function* certificateFiles(services: Services): Check {
  let after = { organisationId: NIL, id: NIL };
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
    yield (await Promise.all(page.map((row) => violationsOf(services, row)))).flat();
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last;
  }
}

async function violationsOf(services: Services, row: Certificate): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const kind of ['pdf', 'png', 'json'] as const) {
    const [sealed, key] = [digestOf(row, kind), storedFile(row, kind)];
    const stored = key && (await services.storage.digest(key));
    if (sealed && stored && Buffer.compare(sealed, stored) === 0) continue;
    const message = stored ? `the certificate's ${kind} is not the sealed one` : `the certificate's ${kind} is missing`;
    violations.push({ invariant: 'files', organisationId: row.organisationId, id: row.id, message });
  }
  return violations;
}

/** Checks the pictures that designs and unrendered certificates show. */
async function* pictureFiles(services: Services): Check {
  let after = { organisationId: NIL, digest: Buffer.alloc(0) };
  for (;;) {
    const page = await database(services.em())
      .selectFrom('assets')
      .select(['organisationId', 'digest', 'fileName'])
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('organisationId', 'digest'), '>', tuple(after.organisationId, after.digest)),
      )
      .orderBy('organisationId')
      .orderBy('digest')
      .limit(PAGE)
      .execute();
    const found: Violation[] = [];
    for (const { organisationId, digest, fileName } of page) {
      const content = await services.storage.get(assetKey({ organisationId, fileName }));
      if (content && isNamedFor(fileName, content)) continue;
      const message = `the file ${fileName} of the picture ${nameOf(digest)} is ${content ? 'not the uploaded one' : 'missing'}`;
      found.push({ invariant: 'files', organisationId, id: null, message });
    }
    yield found;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = { organisationId: last.organisationId, digest: Buffer.from(last.digest) };
  }
}

/** Checks the pictures of libraries. */
async function* libraryFiles(services: Services): Check {
  let after = { organisationId: NIL, id: NIL };
  for (;;) {
    const page = await database(services.em())
      .selectFrom('library_pictures')
      .select(['organisationId', 'id', 'name', 'fileName'])
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('organisationId', 'id'), '>', tuple(after.organisationId, after.id)),
      )
      .orderBy('organisationId')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const found: Violation[] = [];
    for (const { organisationId, id, name, fileName } of page) {
      const content = await services.storage.get(assetKey({ organisationId, fileName }));
      const isWhole = content !== null && isNamedFor(fileName, content);
      if (isWhole) continue;
      const message = `the file of the library picture ${name} is ${content ? 'not the uploaded one' : 'missing'}`;
      found.push({ invariant: 'files', organisationId, id, message });
    }
    yield found;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last;
  }
}

async function* fontFiles(services: Services): Check {
  const fonts = await database(services.em())
    .selectFrom('fonts')
    .select(['organisationId', 'id', 'family', 'faces'])
    .orderBy('organisationId')
    .orderBy('id')
    .execute();
  for (const { organisationId, id, family, faces } of fonts) {
    const found: Violation[] = [];
    for (const { digest } of faces) {
      const stored = await services.storage.digest(fontKey({ organisationId, fontId: id, name: faceFileName(digest) }));
      if (stored && Buffer.from(stored).toString('hex') === digest) continue;
      const message = `a file of the font ${family} is ${stored ? 'not the uploaded one' : 'missing'}`;
      found.push({ invariant: 'files', organisationId, id, message });
    }
    yield found;
  }
}
