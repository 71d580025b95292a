import { defineEntity, p } from '@mikro-orm/core';

/** Balance of an organisation: the sum of its ledger. */
export const CreditBalanceSchema = defineEntity({
  name: 'CreditBalance',
  tableName: 'credit_balances',
  properties: {
    organisationId: p.uuid().primary(),
    balance: p.bigint('number'),
    /** Number of entries in the chain, and the link of the last one (domain/audit/link-chain.ts). */
    entries: p.bigint('number'),
    link: p.uint8array().columnType('bytea'),
    /** The last authenticated values. */
    sealedEntries: p.bigint('number'),
    sealedLink: p.uint8array().columnType('bytea'),
    mac: p.uint8array().columnType('bytea'),
  },
});

/** An entry of the ledger. Entries never change. */
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
    /** Person or key that spent or granted the credits; null for automatic refunds. */
    actorId: p.text().nullable(),
    /** Name of the actor at the time of the entry. */
    actorName: p.text().nullable(),
    createdAt: p.datetime(3),
    /** Position in the organisation's chain, starting at 1. */
    number: p.bigint('number'),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});
