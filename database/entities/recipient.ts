import { defineEntity, p } from '@mikro-orm/core';

/** A mailbox to which an organisation has issued certificates. Address and number of certificates are read from the certificates. */
export const RecipientSchema = defineEntity({
  name: 'Recipient',
  tableName: 'recipients',
  properties: {
    organisationId: p.uuid().primary(),
    /** Id derived from the organisation and the mailbox (domain/recipients/identify.ts). */
    id: p.uuid().primary(),
    /** Address in lower case, with its domain in ASCII (domain/shared/email-address.ts). */
    mailbox: p.text(),
    /** Name on the latest certificate. */
    name: p.text(),
    /** Folded words for the search (docs/decisions/0026-one-folded-column.md). */
    searchText: p
      .text()
      .generated("(search_spellings(name || ' ' || chr(31) || ' ' || mailbox, '')) stored")
      .nullable()
      .lazy(),
  },
});

/** A recipient that is the same person as another one (domain/recipients/merge.ts). */
export const RecipientMergeSchema = defineEntity({
  name: 'RecipientMerge',
  tableName: 'recipient_merges',
  properties: {
    organisationId: p.uuid().primary(),
    recipientId: p.uuid().primary(),
    /** Recipient that stands for the person. It is not merged itself. */
    personId: p.uuid(),
    mergedAt: p.datetime(3),
  },
});
