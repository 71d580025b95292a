import { z } from 'zod';
import { fault } from '../../../errors/from-zod.ts';
import { isBuiltIn, parsePlaceholders } from '../../text/placeholders.ts';
import { IMAGE_TYPES } from './properties.ts';

const DATA_URI = new RegExp(`^data:(${IMAGE_TYPES.join('|').replaceAll('+', '\\+')})[;,]`);
/** Reference to an uploaded picture by the SHA-256 of the upload. The parser of the document replaces it by a data URI. */
export const ASSET = /^asset:[0-9a-f]{64}$/;

const isFixed = (source: string): boolean => DATA_URI.test(source) || ASSET.test(source);
const FIXED_RULE = 'a data URI of a PNG, JPEG, WebP or SVG, or asset: and 64 hexadecimal digits';

/** Picture contained in the document or uploaded. Its bytes are checked when they are decoded. */
export const imageSource = z.string().refine(isFixed, fault('not_a_picture_source', { accepted: FIXED_RULE }));

export const BOUND_RULE = `${FIXED_RULE}, or a variable alone, as {{portrait}}`;

/** Picture, or the variable whose value names one. */
export const boundImageSource = z
  .string()
  .refine(isImageSource, fault('not_a_picture_source', { accepted: BOUND_RULE }));

/** Returns true for a picture, or the variable whose value names one. */
export function isImageSource(source: string): boolean {
  return isFixed(source) || boundVariable(source) !== null;
}

/** Returns the variable whose value names the picture; null if the source is a picture or invalid. */
export function boundVariable(source: string | undefined): string | null {
  if (source === undefined || DATA_URI.test(source)) return null;
  const [part, ...others] = parsePlaceholders(source) ?? [];
  return part && 'variable' in part && others.length === 0 && !isBuiltIn(part.variable) ? part.variable : null;
}
