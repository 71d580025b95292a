import { z } from 'zod';
import { MAX_PICTURE_BYTES } from '../domain/limits.ts';
import { addPicture } from '../domain/picture-library/add.ts';
import { renamePicture } from '../domain/picture-library/change-name.ts';
import { listPictures } from '../domain/picture-library/list.ts';
import { removePicture } from '../domain/picture-library/remove.ts';
import {
  LibraryPicture,
  LibraryPictures,
  PictureId,
  PictureName,
  RenamePicture,
} from '../domain/picture-library/schemas.ts';
import { NoInput, router, withScope } from './base.ts';
import { Form, fileOf } from './file-form.ts';

/** Form with one file part `file` and the picture's `name`. */
const PictureForm = Form.transform(async (form, context) => ({
  file: await fileOf(form, 'file', context),
  name: form.get('name'),
})).pipe(z.object({ file: z.instanceof(Uint8Array), name: PictureName }));

/** Pictures that the templates of an organisation share. REST does not have these operations. */
export const pictureLibrary = router({
  list: withScope('templates:read')
    .input(NoInput)
    .output(LibraryPictures)
    .query(({ ctx }) => listPictures(ctx.domain)),

  add: withScope('templates:write')
    .meta({ formBytes: MAX_PICTURE_BYTES })
    .input(PictureForm)
    .output(LibraryPicture)
    .mutation(({ ctx, input }) => addPicture(ctx.domain, input)),

  rename: withScope('templates:write')
    .input(RenamePicture)
    .output(LibraryPicture)
    .mutation(({ ctx, input }) => renamePicture(ctx.domain, input)),

  remove: withScope('templates:write')
    .input(PictureId)
    .output(z.void())
    .mutation(({ ctx, input }) => removePicture(ctx.domain, input)),
});
