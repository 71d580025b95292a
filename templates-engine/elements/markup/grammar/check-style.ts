import { MARKUP_LIMITS } from '../css/limits.ts';
import { expandTailwind } from '../tailwind/expand.ts';
import { isRecord } from './check.ts';
import { PROPERTIES, RUN_PROPERTIES } from './properties.ts';

type Add = (message: string, ...path: PropertyKey[]) => unknown;

const TOO_LONG = `takes a text of at most ${MARKUP_LIMITS.valueLength} characters`;
const RUN_RULE = 'is for boxes: a part of a paragraph takes how its text is set, as colour and weight';

/** `style`: every declaration by itself; a part of a paragraph has those of text only. */
export function checkStyle(style: unknown, isRun: boolean, add: Add): void {
  if (!isRecord(style)) return void add('takes CSS properties by their names in camelCase', 'style');
  for (const [name, value] of Object.entries(style))
    checkDeclaration(name, value, isRun, (message) => add(message, 'style', name));
}

function checkDeclaration(name: string, value: unknown, isRun: boolean, add: (message: string) => unknown): void {
  const property = PROPERTIES.get(name);
  if (!property) return void add('is no property that a markup may have');
  if (isRun && !RUN_PROPERTIES.has(name)) return void add(RUN_RULE);
  if (typeof value === 'string' && value.length > MARKUP_LIMITS.valueLength) return void add(TOO_LONG);
  if (!property.read(value)) add(property.rule);
}

/** `tw`: names each class that is unknown. */
export function checkTailwind(tw: unknown, isRun: boolean, add: Add): void {
  if (typeof tw !== 'string') return void add('takes Tailwind classes, as in flex p-4', 'tw');
  if (tw.length > MARKUP_LIMITS.valueLength) return void add(TOO_LONG, 'tw');
  const { style, unknown } = expandTailwind(tw);
  if (unknown.length > 0)
    return void add(`has classes that are unknown here: ${unknown.slice(0, 10).join(', ')}`, 'tw');
  for (const [name, value] of Object.entries(style)) {
    const isDefault = ['boxSizing', 'borderWidth', 'borderStyle'].includes(name);
    if (isRun && !isDefault && !RUN_PROPERTIES.has(name)) return void add(RUN_RULE, 'tw');
    if (!PROPERTIES.get(name)?.read(value)) return void add(`has a class of ${name} that is out of range`, 'tw');
  }
}
