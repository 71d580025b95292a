import type { Services } from '../context.ts';
import type { FileKey } from '../ports/storage.ts';

interface FontFile {
  organisationId: string;
  fontId: string;
  name: string;
}

/** Returns the name of a face's file. */
export const faceFileName = (digest: string): string => `${digest}.font`;

/** Returns the storage key of a face's file. */
export const fontKey = ({ organisationId, fontId: id, name }: FontFile): FileKey => ({ organisationId, id, name });

/** Deletes the file of a font that was removed or never recorded. */
export const deleteFontFile = ({ storage }: Pick<Services, 'storage'>, file: FontFile): Promise<void> =>
  storage.remove(fontKey(file));
