import { defineEntity, p } from '@mikro-orm/core';

/** A stored file. No foreign key: a storage knows keys and bytes, and certificates may be stored elsewhere. */
export const FileSchema = defineEntity({
  name: 'File',
  tableName: 'files',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text().primary(),
    content: p.uint8array().columnType('bytea'),
  },
});
