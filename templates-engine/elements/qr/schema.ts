import { z } from 'zod';
import { boxFields, color, contentWithPlaceholders, paint } from '../shared/fields.ts';

export const qrSchema = z.strictObject({
  type: z.literal('qr'),
  ...boxFields,
  value: contentWithPlaceholders.optional(),
  color: color.optional(),
  background: paint.optional(),
});

export type QrElement = z.infer<typeof qrSchema>;
