import { defineEntity, p } from '@mikro-orm/core';

/** What an organisation can spend: the sum of its ledger. */
export const CreditBalanceSchema = defineEntity({
  name: 'CreditBalance',
  tableName: 'credit_balances',
  properties: {
    organisationId: p.uuid().primary(),
    balance: p.bigint('number'),
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
  },
});
