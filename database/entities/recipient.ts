import { defineEntity, p } from '@mikro-orm/core';

/** A mailbox that an organisation issued certificates to. Address, name and number of certificates are read from the certificates. */
export const RecipientSchema = defineEntity({
  name: 'Recipient',
  tableName: 'recipients',
  properties: {
    organisationId: p.uuid().primary(),
    /** Made of the organisation and the mailbox (domain/recipients/recipient.ts). */
    id: p.uuid().primary(),
    /** The address in lower case, its domain in ASCII (domain/shared/email-address.ts). */
    mailbox: p.text(),
    /** Name on the latest certificate. */
    name: p.text(),
    /** What the search looks through: folded, in words. */
    searchText: p.text().generated("(search_words(name || ' ' || chr(31) || ' ' || mailbox)) stored").nullable().lazy(),
  },
});
