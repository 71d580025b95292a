import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import type { OwnFace } from '../../templates-engine/index.ts';
import type { Services } from '../context.ts';
import { refusal } from '../errors.ts';
import { NotAuthenticError } from '../shared/authentic-rows.ts';
import { sha256 } from '../shared/crypto.ts';
import { faceFileName, fontKey } from './store-file.ts';

/** Returns an organisation's uploaded faces, latest upload first. Of duplicate faces, the first is used. */
export async function ownFaces(em: EntityManager, organisationId: string): Promise<OwnFace[]> {
  const fonts = await database(em)
    .selectFrom('fonts')
    .select(['family', 'faces'])
    .where('organisationId', '=', organisationId)
    .orderBy('id', 'desc')
    .execute();
  return fonts.flatMap(({ family, faces }) =>
    faces.map(({ weight, italic, digest }) => ({ family, weight, italic, digest })),
  );
}

/**
 * Returns the file of an organisation's face by its digest (hex). CONFLICT if its font was removed, which is possible while only drafts use
 * it.
 */
export async function loadFace(services: Services, organisationId: string, digest: string): Promise<Uint8Array> {
  const font = await database(services.em())
    .selectFrom('fonts')
    .select('id')
    .where('organisationId', '=', organisationId)
    .where(hasFace([digest]))
    .limit(1)
    .executeTakeFirst();
  const key = font && fontKey({ organisationId, fontId: font.id, name: faceFileName(digest) });
  const file = key && (await services.storage.get(key));
  if (file && sha256(file).toString('hex') !== digest) throw new NotAuthenticError('files');
  if (!file) throw refusal('font_removed');
  return file;
}

/** Returns the condition that a font has one of the faces, by digest. */
export const hasFace = (digests: readonly string[]) =>
  sql<boolean>`exists (select from jsonb_array_elements(faces) as face where face->>'digest' = any(${digests}))`;
