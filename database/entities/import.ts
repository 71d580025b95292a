import { defineEntity, p } from '@mikro-orm/core';

/** An uploaded PDF of a certificate to import. The file storage has its bytes. */
export const ImportFileSchema = defineEntity({
  name: 'ImportFile',
  tableName: 'import_files',
  properties: {
    organisationId: p.uuid().primary(),
    /** SHA-256 of the bytes. The file's name is `file:` and its hex digits. */
    digest: p.uint8array().columnType('bytea').primary(),
    /** Name of the file in the storage: the PDF, followed by the picture of its first page. */
    fileName: p.text(),
    /** Bytes of the PDF. */
    size: p.integer(),
    /** SHA-256 of the picture. */
    imageDigest: p.uint8array().columnType('bytea'),
    /** Name of the API key or e-mail address of the person. */
    uploadedBy: p.text(),
    /** Time of the last upload. */
    uploadedAt: p.datetime(3),
    /** Time of the last import that names the file. */
    usedAt: p.datetime(3).nullable(),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});

/** Number of certificates that an organisation may import for nothing, and of those that it has imported so. */
export const ImportAllowanceSchema = defineEntity({
  name: 'ImportAllowance',
  tableName: 'import_allowances',
  properties: {
    organisationId: p.uuid().primary(),
    granted: p.bigint('number'),
    used: p.bigint('number'),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
