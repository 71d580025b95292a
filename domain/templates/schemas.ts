import { z } from 'zod';
import { Count, DateTime, Uuid } from '../shared/schemas.ts';

/** Specification 2.2. */
export const Template = z
  .object({
    id: Uuid,
    name: z.string(),
    formationName: z.string().nullable().describe('Name of the training the template belongs to'),
    description: z.string().nullable(),
    type: z.enum(['PRIVATE', 'PUBLIC']).describe('PUBLIC templates are offered to every organisation'),
    detectedVariables: z.array(z.string()).describe('Names of the variables found in the template'),
    recipientNameVariable: z.string().describe("Name of the variable that carries the recipient's name"),
    thumbnailUrl: z.url().nullable(),
    timesUsed: Count.describe('Certificates that the organisation made from it'),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Template' });
export type Template = z.infer<typeof Template>;

export const TemplateId = z.object({ id: Uuid });
export const TemplateList = z.object({ templates: z.array(Template) });
