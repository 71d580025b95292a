import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { faceFileName, fontKey } from '../fonts/file.ts';
import type { Violation } from './violation.ts';

/** Every face of an uploaded font has its file, with the digest that names it. */
export async function fontViolations(services: Services): Promise<Violation[]> {
  const fonts = await database(services.em())
    .selectFrom('fonts')
    .select(['organisationId', 'id', 'family', 'faces'])
    .orderBy('organisationId')
    .orderBy('id')
    .execute();
  const violations: Violation[] = [];
  for (const { organisationId, id, family, faces } of fonts) {
    for (const { digest } of faces) {
      const stored = await services.storage.digest(fontKey({ organisationId, fontId: id, name: faceFileName(digest) }));
      if (stored && Buffer.from(stored).toString('hex') === digest) continue;
      const message = `a file of the font ${family} is ${stored ? 'not the uploaded one' : 'missing'}`;
      violations.push({ invariant: 'files', organisationId, id, message });
    }
  }
  return violations;
}
