import { defineEntity, p } from '@mikro-orm/core';

export const TemplateSchema = defineEntity({
  name: 'Template',
  tableName: 'templates',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    formationName: p.text().nullable(),
    description: p.text().nullable(),
    type: p.string().columnType('text').$type<'PRIVATE' | 'PUBLIC'>(),
    /** The version that new certificates are issued from; issued ones keep theirs. */
    currentVersion: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    /** Since then nothing can be issued from it. */
    archivedAt: p.datetime(3).nullable(),
    /** When it was changed last; all but a publication has the same time in the audit log. */
    changedAt: p.datetime(3),
    /** The last draft's revision; it never goes down, so that an outdated draft is recognised. */
    revision: p.integer().default(0),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});

export class Template extends TemplateSchema.class {}
TemplateSchema.setClass(Template);

export const TemplateVersionSchema = defineEntity({
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
    /** Definitions of the variables by the design, in the order of `detectedVariables`. */
    variables: p.json<unknown[]>(),
    /** What it says of the language: a tag, or the variable that gives it. */
    language: p.json<unknown>().nullable(),
    createdAt: p.datetime(3),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});

/** A published version of a template's design: never changed, as issued certificates refer to it. */
export class TemplateVersion extends TemplateVersionSchema.class {}
TemplateVersionSchema.setClass(TemplateVersion);

/** Certificates issued from a template: apart from its row, which would otherwise be rewritten by every one. */
export const TemplateUsageSchema = defineEntity({
  name: 'TemplateUsage',
  tableName: 'template_usage',
  properties: {
    organisationId: p.uuid().primary(),
    templateId: p.uuid().primary(),
    timesUsed: p.bigint('number'),
  },
});

/** A design that is being worked on. A template that was never published has this row and none in `templates`. */
export const TemplateDraftSchema = defineEntity({
  name: 'TemplateDraft',
  tableName: 'template_drafts',
  properties: {
    organisationId: p.uuid().primary(),
    templateId: p.uuid().primary(),
    /** The document's JSON as it was saved, valid or not. */
    design: p.text(),
    name: p.text(),
    formationName: p.text().nullable(),
    /** Goes up with every save, and is compared with the one that the author has seen. */
    revision: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
