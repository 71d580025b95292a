import { defineEntity, p } from '@mikro-orm/core';

const OrganisationSchema = defineEntity({
  name: 'Organisation',
  tableName: 'organisations',
  properties: {
    id: p.uuid().primary(),
    organizationName: p.text().nullable(),
    createdAt: p.datetime(3),
  },
});

/** A tenant. Everything else belongs to one and carries its id first in its key. */
export class Organisation extends OrganisationSchema.class {}
OrganisationSchema.setClass(Organisation);
