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
    tags: p.array<string>().columnType('text[]').default([]),
    type: p.string().columnType('text').$type<'PRIVATE' | 'PUBLIC'>(),
    /** Version for new certificates; issued ones keep theirs. */
    currentVersion: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    /** Time since which no certificate can be issued from the template. */
    archivedAt: p.datetime(3).nullable(),
    /** Time of the last change. Its audit entry has the same time, except for publications. */
    changedAt: p.datetime(3),
    /** Revision of the last draft. It never decreases, so that outdated drafts are detected. */
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
    /** Canonical JSON of the design. */
    design: p.text().lazy(),
    detectedVariables: p.array<string>().columnType('text[]'),
    recipientNameVariable: p.text(),
    /** Definitions of the variables in the design, in the order of `detectedVariables`. */
    variables: p.json<unknown[]>(),
    /** Language of the design: a tag, or the variable that contains it. */
    language: p.json<unknown>().nullable(),
    /** Members of the design that decide how certificates are issued (domain/templates/rules.ts). */
    rules: p.json<unknown>(),
    /** Name of the person, key or operator that published it. */
    authorName: p.text(),
    /** Note of the author. Only members see it. */
    note: p.text().nullable(),
    createdAt: p.datetime(3),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
  },
});

/** A published version of a template's design. It never changes, because issued certificates refer to it. */
export class TemplateVersion extends TemplateVersionSchema.class {}
TemplateVersionSchema.setClass(TemplateVersion);

/** Number of certificates issued from a template. Separate from its row, which every certificate would otherwise rewrite. */
export const TemplateUsageSchema = defineEntity({
  name: 'TemplateUsage',
  tableName: 'template_usage',
  properties: {
    organisationId: p.uuid().primary(),
    templateId: p.uuid().primary(),
    timesUsed: p.bigint('number'),
  },
});

/** A design that is being edited. An unpublished template has this row and none in `templates`. */
export const TemplateDraftSchema = defineEntity({
  name: 'TemplateDraft',
  tableName: 'template_drafts',
  properties: {
    organisationId: p.uuid().primary(),
    templateId: p.uuid().primary(),
    /** JSON of the document as saved, valid or not. */
    design: p.text(),
    name: p.text(),
    formationName: p.text().nullable(),
    /** Increases with every save. It is compared with the revision that the author has seen. */
    revision: p.integer(),
    /** SHA-256 of `design`. */
    digest: p.uint8array().columnType('bytea'),
    /** Authenticates the row (domain/shared/authentic-rows.ts). */
    mac: p.uint8array().columnType('bytea'),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
