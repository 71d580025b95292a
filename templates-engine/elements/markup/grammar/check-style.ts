import { suggestionFor } from '../../../../errors/suggestion.ts';
import { MARKUP_LIMITS } from '../css/limits.ts';
import { expandTailwind } from '../tailwind/expand.ts';
import { type Add, isRecord } from './place.ts';
import { PROPERTIES, RUN_PROPERTIES } from './properties.ts';

const TOO_LONG = { most: MARKUP_LIMITS.valueLength };
/** Maximum number of classes that an error names. */
const MAX_NAMED = 10;

/** Checks each declaration of `style`. A part of a paragraph accepts only text properties. */
export function checkStyle(style: unknown, isRun: boolean, add: Add): void {
  if (!isRecord(style))
    return void add(['style'], 'wrong_type', { accepted: 'an object of CSS properties in camelCase' });
  for (const [name, value] of Object.entries(style)) checkDeclaration(name, value, isRun, add);
}

function checkDeclaration(name: string, value: unknown, isRun: boolean, add: Add): void {
  const path = ['style', name];
  const property = PROPERTIES.get(name);
  if (!property) {
    const suggestion = suggestionFor(name, [...PROPERTIES.keys()]);
    return void add(path, 'unknown_property', suggestion === null ? {} : { suggestion });
  }
  if (isRun && !RUN_PROPERTIES.has(name)) return void add(path, 'for_boxes_only');
  if (typeof value === 'string' && value.length > MARKUP_LIMITS.valueLength)
    return void add(path, 'too_long', TOO_LONG);
  if (!property.read(value)) add(path, property.code ?? 'not_accepted', { accepted: property.accepted });
}

/** Checks `tw` and reports unknown classes. */
export function checkTailwind(tw: unknown, isRun: boolean, add: Add): void {
  if (typeof tw !== 'string')
    return void add(['tw'], 'wrong_type', { accepted: 'a text of Tailwind classes, as in flex p-4' });
  if (tw.length > MARKUP_LIMITS.valueLength) return void add(['tw'], 'too_long', TOO_LONG);
  const { style, unknown } = expandTailwind(tw);
  if (unknown.length > 0) return void add(['tw'], 'unknown_classes', { classes: unknown.slice(0, MAX_NAMED) });
  for (const [name, value] of Object.entries(style)) {
    const isDefault = ['boxSizing', 'borderWidth', 'borderStyle'].includes(name);
    if (isRun && !isDefault && !RUN_PROPERTIES.has(name)) return void add(['tw'], 'for_boxes_only');
    if (!PROPERTIES.get(name)?.read(value)) return void add(['tw'], 'class_out_of_range', { property: name });
  }
}
