/** Tags of templates, batches and certificates: the organisation's own words for lists and filters. */

import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { hasLineControl, isLonger, PATTERNS, textFaultOf } from '../../errors/text-fault.ts';
import { MAX_LENGTHS, MAX_TAGS } from './properties.ts';

/** One line with something visible, in NFC, trimmed, with single spaces. */
export const tag = z
  .string()
  .refine((text) => textFaultOf(text) !== 'malformed_text', fault('malformed_text'))
  .refine((text) => textFaultOf(text) !== 'control_character' && !hasLineControl(text), fault('control_character'))
  .refine((text) => !isLonger(text, MAX_LENGTHS.tag), { ...fault('too_long', { most: MAX_LENGTHS.tag }), abort: true })
  .overwrite((text) => text.normalize('NFC').replace(/\s+/gu, ' ').trim())
  .min(1, { abort: true })
  .refine((text) => keyOf(text) !== '', fault('blank', { accepted: 'a text' }))
  .meta({ maxLength: MAX_LENGTHS.tag, pattern: PATTERNS.tag });

/** Tags without repetitions, in the order given. */
export const tags = z.array(tag).max(MAX_TAGS).overwrite(distinctTags);

/** Returns the first of all tags that differ only in case, accents or invisible characters. */
export function distinctTags(given: readonly string[]): string[] {
  const keys = given.map(keyOf);
  return given.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}

/** Returns tags after a change. */
export function changedTags(given: readonly string[], { add, remove }: Record<'add' | 'remove', readonly string[]>) {
  const removed = new Set(remove.map(keyOf));
  return distinctTags([...given.filter((text) => !removed.has(keyOf(text))), ...add]);
}

const keyOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Cf}]+/gu, '')
    .toLowerCase()
    .trim();
