import { addAsset } from '../domain/assets/add.ts';
import { UNUSED_KEPT_DAYS } from '../domain/assets/delete-unused.ts';
import { AddedAsset } from '../domain/assets/schemas.ts';
import { MAX_PICTURE_BYTES, QUOTAS } from '../domain/limits.ts';
import { router, withScope } from './base.ts';
import { fileForm, PICTURE_TYPES } from './file-form.ts';

const size = `5 MB (${MAX_PICTURE_BYTES.toLocaleString('en')} bytes)`;

export const assets = router({
  add: withScope('certificates:write')
    .meta({
      openapi: {
        method: 'POST',
        path: '/assets',
        summary: 'Upload a picture',
        description: `A picture for certificates, such as the recipient's: PNG, JPEG, WebP or SVG, detected from its content; at most ${size} and 24 megapixels. The response is the value for a picture variable. Uploading the same file again returns the same value. A picture that no certificate shows is deleted ${UNUSED_KEPT_DAYS} days after its last upload. An organisation can have at most ${QUOTAS['pictures that no certificate shows'].toLocaleString('en')} of these.`,
        tags: ['Certificates'],
        contentTypes: ['multipart/form-data'],
      },
      status: 201,
      errors: ['limit_reached'],
      shownPart: { name: 'file', types: PICTURE_TYPES },
      formBytes: MAX_PICTURE_BYTES,
      example: ({ asset }) => ({ response: asset }),
    })
    .input(fileForm('file'))
    .output(AddedAsset)
    .mutation(({ ctx, input }) => addAsset(ctx.domain, input.file)),
});
