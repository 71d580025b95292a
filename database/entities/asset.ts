import { defineEntity, p } from '@mikro-orm/core';

/** An uploaded picture. Its file, a safe copy of the upload, is in the storage of files. */
export const AssetSchema = defineEntity({
  name: 'Asset',
  tableName: 'assets',
  properties: {
    organisationId: p.uuid().primary(),
    /** SHA-256 of the uploaded bytes: what it is called by, `asset:` and its hex digits. */
    digest: p.uint8array().columnType('bytea').primary(),
    /** Name of its file: random, so that deleting a file never affects a later upload, with the SHA-256 of its content. */
    fileName: p.text(),
    /** The format of the picture, its pixels, and its bytes. They are the beginning of the file. */
    format: p.string().columnType('text').$type<'png' | 'jpeg'>(),
    width: p.integer(),
    height: p.integer(),
    size: p.integer(),
    /** Bytes of the same picture with fewer pixels, the rest of the file; 0 where there is none. */
    smallSize: p.integer(),
    /** The name of the API key or the e-mail address of the person. */
    uploadedBy: p.text(),
    /** When it was uploaded last. */
    uploadedAt: p.datetime(3),
    /** When the first certificate or template that shows it was recorded; null: it is deleted after a time. */
    usedAt: p.datetime(3).nullable(),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
