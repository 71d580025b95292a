import { z } from 'zod';
import { Count, DateTime, Uuid } from '../shared/schemas.ts';

const Face = z.object({
  weight: z.int().describe('100 to 900 in most fonts: 400 is regular, 700 is bold'),
  italic: z.boolean(),
  style: z.string().describe('Name of the style in the font, such as “Bold Italic”'),
});

export const AddedFont = z.object({
  id: Uuid,
  family: z.string().describe('Name of the family in designs'),
  faces: z.array(Face).describe('A variable font has one face per named instance'),
});
export type AddedFont = z.infer<typeof AddedFont>;

const Font = AddedFont.extend({
  size: Count.describe('Bytes stored for the font'),
  uploadedBy: z.string().describe('Person who confirmed the right to embed the font'),
  createdAt: DateTime,
  usedBy: z
    .array(z.string())
    .describe('Names of the templates with a version that uses the font, which therefore cannot be removed'),
});

export const FontFiles = z.object({
  fonts: z.array(Font),
  limits: z.object({ fonts: Count, bytes: Count }).describe('Maximum fonts and bytes per organisation'),
});

export const FontId = z.strictObject({ id: Uuid });
