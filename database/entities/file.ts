import { defineEntity, p } from '@mikro-orm/core';

/** A stored file. It has no foreign key, because a storage only knows keys and bytes, and files can be stored elsewhere. */
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
