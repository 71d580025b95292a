import type { z } from 'zod';
import type { DomainContext } from '../context.ts';
import { MAX_LIBRARY_BYTES, QUOTAS } from '../limits.ts';
import { selectPictures, toAnswer } from './queries.ts';
import type { LibraryPictures } from './schemas.ts';

/** Returns the pictures of the organisation's library by name. */
export async function listPictures(context: DomainContext): Promise<z.infer<typeof LibraryPictures>> {
  const rows = await selectPictures(context.em(), context.organisationId).orderBy('name').orderBy('id').execute();
  return {
    pictures: rows.map(toAnswer),
    limits: { pictures: QUOTAS['pictures in the library'], bytes: MAX_LIBRARY_BYTES },
  };
}
