import { defineEntity, p } from '@mikro-orm/core';

/** A picture of an organisation's library. The file storage has its file, a safe copy of the upload. */
export const LibraryPictureSchema = defineEntity({
  name: 'LibraryPicture',
  tableName: 'library_pictures',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** SHA-256 of the uploaded bytes. */
    digest: p.uint8array().columnType('bytea'),
    name: p.text(),
    /** Name of the file, with the SHA-256 of its content. */
    fileName: p.text(),
    /** Format, pixels and bytes of the picture, which is the first part of the file. */
    format: p.string().columnType('text').$type<'png' | 'jpeg'>(),
    width: p.integer(),
    height: p.integer(),
    size: p.integer(),
    /** Bytes of a smaller copy, which is the rest of the file; 0 without one. */
    smallSize: p.integer(),
    /** Name of the API key or e-mail address of the person. */
    addedBy: p.text(),
    addedAt: p.datetime(3),
  },
});
