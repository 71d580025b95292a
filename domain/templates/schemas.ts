import { z } from 'zod';
import { ShownDetail } from '../../errors/detail-schema.ts';
import { fault } from '../../errors/from-zod.ts';
import {
  type DesignDocument,
  FORMAT_NAMES,
  tag,
  VARIABLE_TYPES,
  type VariableDetails,
} from '../../templates-engine/index.ts';
import { MAX_NOTE_LENGTH } from '../limits.ts';
import { Count, DateTime, NextCursor, oneLine, PageQuery, Uuid } from '../shared/schemas.ts';

const FORMAT = 'Format of a date or number: a length, or options of Intl.DateTimeFormat or Intl.NumberFormat';

/** Format of a variable. It is returned as published, with the members of `Intl`. */
const Format = z.custom<VariableDetails['format']>().meta({
  override: {
    anyOf: [
      { type: 'string' as const, enum: [...FORMAT_NAMES] },
      { type: 'object' as const },
      { type: 'null' as const },
    ],
    description: FORMAT,
  },
});

/** Definition of a variable in a template's design. */
export const Variable = z
  .object({
    name: z.string().describe('Name of the variable in calls'),
    label: z.string().describe('Name in forms'),
    type: z
      .enum(VARIABLE_TYPES)
      .describe(
        'Accepted values: any text; a date as YYYY-MM-DD or a date-time (ISO 8601); a decimal number such as -1234.5; one of `options`; `asset:…`',
      ),
    required: z.boolean().describe('True if an empty value is rejected'),
    optional: z.boolean().describe('True if the value can be omitted'),
    default: z.string().nullish().describe('Value that replaces an omitted or empty one'),
    sample: z.string().nullable().describe('Value in previews'),
    options: z.array(z.string()).readonly().nullable().describe('The values of a choice'),
    format: Format,
    description: z.string().nullable().describe('Help text below the field in forms'),
  })
  .meta({ id: 'Variable' });

const TemplateUuid = Uuid.describe('Id of the template');

/** Specification 2.2. */
export const Template = z
  .object({
    id: TemplateUuid,
    name: z.string().describe('Name of the template'),
    formationName: z.string().nullable().describe('Name of the training that the template belongs to'),
    description: z.string().nullable().describe('Purpose of the template'),
    tags: z.array(z.string()).describe("Tags in the template's design"),
    type: z.enum(['PRIVATE', 'PUBLIC']).describe('PUBLIC templates are available to every organisation'),
    detectedVariables: z.array(z.string()).describe('Names of the variables found in the template'),
    recipientNameVariable: z.string().describe("Name of the variable with the recipient's name"),
    variables: z.array(Variable).describe('Definitions of `detectedVariables`, in the same order'),
    thumbnailUrl: z.url().nullable().describe('Address of a small picture; null until it is drawn'),
    timesUsed: Count.describe('Number of certificates that the organisation has issued from the template'),
    createdAt: DateTime.describe('Time of creation'),
    updatedAt: DateTime.describe('Time of the last change'),
  })
  .meta({ id: 'Template' });
export type Template = z.infer<typeof Template>;

export const TemplateId = z.strictObject({ id: TemplateUuid });
export const ListTemplates = z
  .strictObject({
    limit: z.int().min(1).max(100).describe('Items per page, 1 to 100; without it, all are returned').optional(),
    cursor: PageQuery.cursor,
    tag: tag.describe('Templates with this tag').optional(),
  })
  .optional();
export type ListTemplates = z.infer<typeof ListTemplates>;
export const TemplateList = z.object({
  templates: z.array(Template).describe('Templates that the organisation can issue from'),
  nextCursor: NextCursor,
});
export type TemplateList = z.infer<typeof TemplateList>;

export const DesignId = z.strictObject({ id: Uuid });

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const NOT_A_DOCUMENT = fault('wrong_type', { accepted: 'a design document' });

/** Design document that is being edited. It can be invalid until it is published. */
const Document = z.custom<Record<string, unknown>>(isObject, NOT_A_DOCUMENT).describe('A design document');

/** Design document to be published. Parsing it checks everything that its type states. */
const FinishedDocument = z
  .custom<DesignDocument>(isObject, NOT_A_DOCUMENT)
  .meta({ id: 'DesignDocument', description: 'A design document', override: { type: 'object' } });

export const DesignSummary = z.object({
  id: Uuid,
  name: z.string(),
  formationName: z.string().nullable(),
  tags: z.array(z.string()).describe('Tags of the published version'),
  thumbnailUrl: z.url().nullable().describe('null before the first version is published'),
  publishedVersion: z.int().nullable(),
  hasDraft: z.boolean(),
  revision: Count,
  archivedAt: DateTime.nullable(),
  timesUsed: Count,
  updatedAt: DateTime,
  isOwn: z.boolean().describe('false for a public template of another organisation'),
});
export type DesignSummary = z.infer<typeof DesignSummary>;

/** Design that the designer opens: the draft, or the published version. */
export const Design = z.object({
  id: Uuid,
  design: Document,
  revision: Count.describe('Increases with each save, publication and discarded draft'),
  publishedVersion: z.int().nullable(),
  hasDraft: z.boolean(),
  isDraftOutdated: z.boolean().describe('true if a program published a version since the draft was saved'),
  archivedAt: DateTime.nullable(),
  updatedAt: DateTime,
});
export type Design = z.infer<typeof Design>;

export const CreateDesign = z.strictObject({ design: Document });
export const CreateTemplate = z.strictObject({ design: FinishedDocument });
export type CreateTemplate = z.infer<typeof CreateTemplate>;
export const PublishTemplate = z.strictObject({ ...TemplateId.shape, design: FinishedDocument });
export type PublishTemplate = z.infer<typeof PublishTemplate>;
const Warnings = z
  .array(ShownDetail)
  .describe('Remarks on content that is accepted, such as a QR code that some scanners misread');
/** A template as of its newly published version. */
export const PublishedTemplate = z
  .object({
    ...Template.shape,
    version: z.int().min(1).describe('The published version'),
    warnings: Warnings,
  })
  .meta({ id: 'PublishedTemplate' });
export type PublishedTemplate = z.infer<typeof PublishedTemplate>;
/** A draft to save. `revision` is the one that the draft is based on, so that nobody overwrites unseen changes. */
export const SaveDraft = z.strictObject({ ...DesignId.shape, design: Document, revision: Count });
export const SavedDraft = z.object({
  revision: Count,
  updatedAt: DateTime,
  hasDraft: z.boolean().describe('false if the document equals the published one'),
});
/** The revision that the person sees, so that nobody discards or publishes unseen changes. */
export const DiscardDraft = SaveDraft.omit({ design: true });
export const PublishDraft = DiscardDraft.extend({
  note: oneLine(MAX_NOTE_LENGTH).optional().describe('What the version changes; only members see it'),
});
export const Published = z.object({ version: z.int(), revision: Count, warnings: Warnings });

export const VersionList = z.object({
  versions: z.array(
    z.object({
      version: z.int(),
      createdAt: DateTime,
      authorName: z.string().describe('Person, key or operator that published it'),
      note: z.string().nullable(),
      thumbnailUrl: z.url(),
      isCurrent: z.boolean(),
    }),
  ),
});
export const VersionId = z.strictObject({ ...DesignId.shape, version: z.int().min(1) });
export const VersionDesign = z.object({ design: Document });
