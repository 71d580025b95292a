import type { EntityManager } from '../../database/orm.ts';
import { database, type Row } from '../../database/sql.ts';
import { iso } from '../shared/schemas.ts';
import type { LibraryPicture } from './schemas.ts';

/** Columns of a picture in answers. */
const SHOWN = ['id', 'name', 'format', 'width', 'height', 'size', 'addedBy', 'addedAt'] as const;

/** Starts a query of an organisation's pictures, with the columns of answers. */
export const selectPictures = (em: EntityManager, organisationId: string) =>
  database(em).selectFrom('library_pictures').select(SHOWN).where('organisationId', '=', organisationId);

export const toAnswer = ({
  addedAt,
  ...row
}: Pick<Row<'library_pictures'>, (typeof SHOWN)[number]>): LibraryPicture => ({ ...row, addedAt: iso(addedAt) });
