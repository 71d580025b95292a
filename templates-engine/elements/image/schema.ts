import { z } from 'zod';
import { boxFields, fit, imageUri, within } from '../shared/fields.ts';
import { ELEMENT_RANGES } from '../shared/properties.ts';
import { MAX_ALT_LENGTH } from './properties.ts';

export const imageSchema = z.strictObject({
  type: z.literal('image'),
  ...boxFields,
  src: imageUri.optional(),
  asset: imageUri.optional(),
  fit,
  radius: within(ELEMENT_RANGES.radius).optional(),
  /** Alternative text: what the picture shows; empty for decoration. */
  alt: z.string('takes a text').max(MAX_ALT_LENGTH).optional(),
});

export type ImageElement = z.infer<typeof imageSchema>;
