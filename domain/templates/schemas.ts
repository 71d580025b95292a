import { z } from 'zod';
import {
  type DesignDocument,
  FORMAT_NAMES,
  VARIABLE_TYPES,
  type VariableDetails,
} from '../../templates-engine/index.ts';
import { Count, DateTime, Uuid } from '../shared/schemas.ts';

const FORMAT = 'How a date or a number is written: a length, or options of Intl.DateTimeFormat or Intl.NumberFormat';

/** A format is passed on as it was published: its members are those of `Intl`. */
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

/** What a template's design says of one of its variables. */
const Variable = z
  .object({
    name: z.string().describe('The name that calls give its value under'),
    label: z.string().describe('The name that forms show'),
    type: z
      .enum(VARIABLE_TYPES)
      .describe(
        'Which values it takes: any text; a date as YYYY-MM-DD or a date-time (ISO 8601); a decimal number as -1234.5; one of `options`; `asset:…`',
      ),
    required: z.boolean().describe('Whether an empty value is refused'),
    optional: z.boolean().describe('Whether it may be left out'),
    default: z.string().nullish().describe('Used when a value is left out or empty'),
    sample: z.string().nullable().describe('The value that previews show'),
    options: z.array(z.string()).readonly().nullable().describe('The values of a choice'),
    format: Format,
    description: z.string().nullable().describe('What forms say below its field'),
  })
  .meta({ id: 'Variable' });

const TemplateUuid = Uuid.describe('Id of the template');

/** Specification 2.2. */
export const Template = z
  .object({
    id: TemplateUuid,
    name: z.string().describe('Name of the template'),
    formationName: z.string().nullable().describe('Name of the training that the template belongs to'),
    description: z.string().nullable().describe('What the template is for'),
    type: z.enum(['PRIVATE', 'PUBLIC']).describe('PUBLIC templates are offered to every organisation'),
    detectedVariables: z.array(z.string()).describe('Names of the variables found in the template'),
    recipientNameVariable: z.string().describe("Name of the variable that carries the recipient's name"),
    variables: z.array(Variable).describe('What the design says of each of `detectedVariables`, in the same order'),
    thumbnailUrl: z.url().nullable().describe('A small picture of it; null until it is drawn'),
    timesUsed: Count.describe('How many certificates the organisation has issued from it'),
    createdAt: DateTime.describe('When it was made'),
    updatedAt: DateTime.describe('When it was last changed'),
  })
  .meta({ id: 'Template' });
export type Template = z.infer<typeof Template>;

export const TemplateId = z.strictObject({ id: TemplateUuid });
export const TemplateList = z.object({ templates: z.array(Template).describe('All templates that it can issue from') });

export const DesignId = z.strictObject({ id: Uuid });

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A design document as people work on it: it need not be right before it is published. */
const Document = z.custom<Record<string, unknown>>(isObject).describe('A design document');

/** A design document that is to be published; all that its type says is checked when it is parsed. */
const FinishedDocument = z
  .custom<DesignDocument>(isObject, 'takes a design document')
  .meta({ id: 'DesignDocument', description: 'A design document', override: { type: 'object' } });

export const DesignSummary = z.object({
  id: Uuid,
  name: z.string(),
  formationName: z.string().nullable(),
  thumbnailUrl: z.url().nullable().describe('null before the first version is published'),
  publishedVersion: z.int().nullable(),
  hasDraft: z.boolean(),
  archivedAt: DateTime.nullable(),
  timesUsed: Count,
  updatedAt: DateTime,
  isOwn: z.boolean().describe('false for a public template of another organisation'),
});
export type DesignSummary = z.infer<typeof DesignSummary>;

/** What the designer opens: the draft, or what is published. */
export const Design = z.object({
  id: Uuid,
  design: Document,
  revision: Count.describe('Goes up with everything that is saved, published or discarded'),
  publishedVersion: z.int().nullable(),
  hasDraft: z.boolean(),
  archivedAt: DateTime.nullable(),
  updatedAt: DateTime,
});
export type Design = z.infer<typeof Design>;

export const CreateDesign = z.strictObject({ design: Document });
export const CreateTemplate = z.strictObject({ design: FinishedDocument });
export type CreateTemplate = z.infer<typeof CreateTemplate>;
export const PublishTemplate = z.strictObject({ ...TemplateId.shape, design: FinishedDocument });
export type PublishTemplate = z.infer<typeof PublishTemplate>;
/** A template as of the version that was just published. */
export const PublishedTemplate = z
  .object({ ...Template.shape, version: z.int().min(1).describe('The version that was published') })
  .meta({ id: 'PublishedTemplate' });
export type PublishedTemplate = z.infer<typeof PublishedTemplate>;
/** `revision` is the one that the changes were made on: nobody overwrites what they have not seen. */
export const SaveDraft = z.strictObject({ ...DesignId.shape, design: Document, revision: Count });
export const SavedDraft = z.object({
  revision: Count,
  updatedAt: DateTime,
  hasDraft: z.boolean().describe('false where the document is the published one again'),
});
export const Published = z.object({ version: z.int(), revision: Count });

export const VersionList = z.object({
  versions: z.array(z.object({ version: z.int(), createdAt: DateTime, thumbnailUrl: z.url(), isCurrent: z.boolean() })),
});
export const VersionId = z.strictObject({ ...DesignId.shape, version: z.int().min(1) });
export const VersionDesign = z.object({ design: Document });
