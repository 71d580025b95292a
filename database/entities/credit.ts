import { defineEntity, p } from '@mikro-orm/core';

/** What an organisation can spend: the sum of its ledger. */
export const CreditBalanceSchema = defineEntity({
  name: 'CreditBalance',
  tableName: 'credit_balances',
  properties: {
    organisationId: p.uuid().primary(),
    balance: p.bigint('number'),
    /** Entries of its chain, and the link of the last one (domain/audit/chain.ts). */
    entries: p.bigint('number'),
    link: p.uint8array().columnType('bytea'),
    /** The same as they were authenticated last. */
    sealedEntries: p.bigint('number'),
    sealedLink: p.uint8array().columnType('bytea'),
    mac: p.uint8array().columnType('bytea'),
  },
});

/** One entry of the ledger; entries are never changed. */
export const CreditEntrySchema = defineEntity({
  name: 'CreditEntry',
  tableName: 'credit_entries',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    kind: p.string().columnType('text').$type<'GRANT' | 'DEBIT' | 'REFUND'>(),
    /** Negative for a debit. */
    amount: p.bigint('number'),
    certificateId: p.uuid().nullable(),
    batchId: p.uuid().nullable(),
    note: p.text().nullable(),
    /** Who spent or granted; null for what the product does by itself. */
    actorId: p.text().nullable(),
    /** The actor's name at that time. */
    actorName: p.text().nullable(),
    createdAt: p.datetime(3),
    /** Its place in the organisation's chain, from 1 on. */
    number: p.bigint('number'),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
