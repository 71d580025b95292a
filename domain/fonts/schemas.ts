import { z } from 'zod';
import { Count, DateTime, Uuid } from '../shared/schemas.ts';

const Face = z.object({
  weight: z.int().describe('100 to 900 in most fonts: 400 is regular, 700 is bold'),
  italic: z.boolean(),
  style: z.string().describe('As the font calls it: “Bold Italic”'),
});

export const AddedFont = z.object({
  id: Uuid,
  family: z.string().describe('What designs name it by'),
  faces: z.array(Face).describe('A variable font has one for each of its named instances'),
});
export type AddedFont = z.infer<typeof AddedFont>;

const Font = AddedFont.extend({
  size: Count.describe('Bytes that are kept of it'),
  uploadedBy: z.string().describe('Who has confirmed the right to embed it'),
  createdAt: DateTime,
  usedBy: z
    .array(z.string())
    .describe('Names of the templates of which a version uses it: it stays as long as they do'),
});

export const FontFiles = z.object({
  fonts: z.array(Font),
  limits: z.object({ fonts: Count, bytes: Count }).describe('The most fonts and bytes of an organisation'),
});

export const FontId = z.strictObject({ id: Uuid });
