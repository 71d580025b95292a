import { z } from 'zod';
import { fault } from '../../../errors/from-zod.ts';
import { isBuiltIn, parsePlaceholders } from '../../text/placeholders.ts';
import { IMAGE_TYPES } from './properties.ts';

const DATA_URI = new RegExp(`^data:(${IMAGE_TYPES.join('|').replaceAll('+', '\\+')})[;,]`);
/** A picture that was uploaded, by the SHA-256 of the upload; it becomes a data URI when the document is parsed. */
export const ASSET = /^asset:[0-9a-f]{64}$/;

const isFixed = (source: string): boolean => DATA_URI.test(source) || ASSET.test(source);
const FIXED_RULE = 'a data URI of a PNG, JPEG, WebP or SVG, or asset: and 64 hexadecimal digits';

/** A picture of the document's own; what the bytes are is checked when they are decoded. */
export const imageSource = z.string().refine(isFixed, fault('not_a_picture_source', { accepted: FIXED_RULE }));

export const BOUND_RULE = `${FIXED_RULE}, or a variable alone, as {{portrait}}`;

/** The same, or the variable whose value names the picture. */
export const boundImageSource = z
  .string()
  .refine(isImageSource, fault('not_a_picture_source', { accepted: BOUND_RULE }));

/** Returns true for a picture, or the variable whose value names one. */
export function isImageSource(source: string): boolean {
  return isFixed(source) || boundVariable(source) !== null;
}

/** The variable whose value names the picture; null where the source is a picture itself, or no source at all. */
export function boundVariable(source: string | undefined): string | null {
  if (source === undefined || DATA_URI.test(source)) return null;
  const [part, ...others] = parsePlaceholders(source) ?? [];
  return part && 'variable' in part && others.length === 0 && !isBuiltIn(part.variable) ? part.variable : null;
}
