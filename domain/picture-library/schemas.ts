import { z } from 'zod';
import { Count, DateTime, filledLine, Uuid } from '../shared/schemas.ts';

export const PictureName = filledLine(100);

export const LibraryPicture = z.object({
  id: Uuid,
  name: z.string(),
  format: z.enum(['png', 'jpeg']).describe('Format of the stored copy'),
  width: Count.describe('Pixels of the stored copy'),
  height: Count,
  size: Count.describe('Bytes of the stored copy'),
  addedBy: z.string(),
  addedAt: DateTime,
});
export type LibraryPicture = z.infer<typeof LibraryPicture>;

export const LibraryPictures = z.object({
  pictures: z.array(LibraryPicture),
  limits: z.object({ pictures: Count, bytes: Count }).describe('Maximum pictures and bytes per organisation'),
});

export const RenamePicture = z.strictObject({ id: Uuid, name: PictureName });

export const PictureId = z.strictObject({ id: Uuid });
