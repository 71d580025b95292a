import { defineEntity, p } from '@mikro-orm/core';

/** An uploaded picture. The file storage has its file, a safe copy of the upload. */
export const AssetSchema = defineEntity({
  name: 'Asset',
  tableName: 'assets',
  properties: {
    organisationId: p.uuid().primary(),
    /** SHA-256 of the uploaded bytes. The picture's name is `asset:` and its hex digits. */
    digest: p.uint8array().columnType('bytea').primary(),
    /** Name of the file, with the SHA-256 of its content. A random part ensures that deleting a file never affects a later upload. */
    fileName: p.text(),
    /** Format, pixels and bytes of the picture, which is the first part of the file. */
    format: p.string().columnType('text').$type<'png' | 'jpeg'>(),
    width: p.integer(),
    height: p.integer(),
    size: p.integer(),
    /** Bytes of a smaller copy, which is the rest of the file; 0 without one. */
    smallSize: p.integer(),
    /** Name of the API key or e-mail address of the person. */
    uploadedBy: p.text(),
    /** Time of the last upload. */
    uploadedAt: p.datetime(3),
    /** Time when the first certificate or template with the picture was recorded. Unused pictures (null) are deleted after some time. */
    usedAt: p.datetime(3).nullable(),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
