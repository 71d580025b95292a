import { defineEntity, p } from '@mikro-orm/core';

/** Choices of a person that hold in every organisation. */
export const PersonSettingsSchema = defineEntity({
  name: 'PersonSettings',
  tableName: 'person_settings',
  properties: {
    userId: p.text().primary(),
    /** Language that the person chose, one of `LANGUAGES` (domain/limits.ts); null for that of the browser. */
    language: p.text().nullable(),
    /** Language of the page on which the person signed in last, for mails to people who chose none. */
    seenLanguage: p.text().nullable(),
    changedAt: p.datetime(3),
  },
});
