import { defineEntity, p } from '@mikro-orm/core';

const TemplateSchema = defineEntity({
  name: 'Template',
  tableName: 'templates',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    formationName: p.text().nullable(),
    description: p.text().nullable(),
    type: p.string().columnType('text').$type<'PRIVATE' | 'PUBLIC'>(),
    /** The version that new certificates are made from; earlier ones stay for those already issued. */
    currentVersion: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    /** Nothing is issued from it any more. */
    archivedAt: p.datetime(3).nullable(),
  },
});

export class Template extends TemplateSchema.class {}
TemplateSchema.setClass(Template);

const TemplateVersionSchema = defineEntity({
  name: 'TemplateVersion',
  tableName: 'template_versions',
  properties: {
    organisationId: p.uuid().primary(),
    templateId: p.uuid().primary(),
    version: p.integer().primary(),
    /** SHA-256 of the design's canonical JSON (RFC 8785). */
    digest: p.uint8array().columnType('bytea'),
    /** The design's canonical JSON itself. */
    design: p.text().lazy(),
    detectedVariables: p.array<string>().columnType('text[]'),
    recipientNameVariable: p.text(),
    createdAt: p.datetime(3),
  },
});

/** One published state of a template's design: never changed, so that an issued certificate keeps its meaning. */
export class TemplateVersion extends TemplateVersionSchema.class {}
TemplateVersionSchema.setClass(TemplateVersion);
