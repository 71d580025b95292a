import { z } from 'zod';
import { boxFields, fit, shadow, within } from '../shared/fields.ts';
import { boundImageSource, imageSource } from '../shared/image-source.ts';
import { ELEMENT_RANGES } from '../shared/properties.ts';
import { MAX_ALT_LENGTH } from './properties.ts';

export const imageSchema = z.strictObject({
  type: z.literal('image'),
  ...boxFields,
  /** Picture, or the variable that names one. */
  src: boundImageSource.optional(),
  asset: imageSource.optional(),
  fit,
  radius: within(ELEMENT_RANGES.radius).optional(),
  /** Shadow outside the rectangle that shows the picture. */
  shadow: shadow.optional(),
  /** Alternative text, with placeholders. It is empty for decoration. */
  alt: z.string().max(MAX_ALT_LENGTH).optional(),
});

export type ImageElement = z.infer<typeof imageSchema>;
