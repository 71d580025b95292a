import { z } from 'zod';
import { addFont } from '../domain/fonts/add.ts';
import { listFonts } from '../domain/fonts/list.ts';
import { removeFont } from '../domain/fonts/remove.ts';
import { AddedFont, FontFiles, FontId } from '../domain/fonts/schemas.ts';
import { MAX_FONT_FILE_BYTES } from '../domain/limits.ts';
import { NoInput, router, withScope } from './base.ts';
import { Form, fileOf } from './file-form.ts';

/** Form with one file part `file` and with `rightToEmbed`, which must be `true`. */
const FontForm = Form.transform(async (form, context) => ({
  file: await fileOf(form, 'file', context),
  rightToEmbed: form.get('rightToEmbed') === 'true',
}));

/** Uploaded fonts of an organisation. REST does not have these operations. */
export const fonts = router({
  list: withScope('templates:read')
    .input(NoInput)
    .output(FontFiles)
    .query(({ ctx }) => listFonts(ctx.domain)),

  add: withScope('templates:write')
    .meta({ formBytes: MAX_FONT_FILE_BYTES })
    .input(FontForm)
    .output(AddedFont)
    .mutation(({ ctx, input }) => addFont(ctx.domain, input)),

  remove: withScope('templates:write')
    .input(FontId)
    .output(z.void())
    .mutation(({ ctx, input }) => removeFont(ctx.domain, input)),
});
