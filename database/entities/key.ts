import { defineEntity, p } from '@mikro-orm/core';

/** A key of the installation (server/adapters/keys). */
export const KeySchema = defineEntity({
  name: 'Key',
  tableName: 'keys',
  properties: {
    purpose: p
      .string()
      .columnType('text')
      .$type<'signing' | 'pdf' | 'log' | 'auth' | 'pepper' | 'test' | 'test-pdf'>()
      .primary(),
    id: p.text().primary(),
    /**
     * All data of the key, encrypted and authenticated under AUTH_SECRET. Write access to the database therefore does not allow creating or
     * changing a key.
     */
    sealed: p.uint8array().columnType('bytea'),
    createdAt: p.datetime(3),
  },
});
