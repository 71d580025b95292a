import { isLanguage, LANGUAGE_RULE } from '../language/tags.ts';
import { readDate } from './dates.ts';
import { VARIABLE_LIMITS, type VariableDefinition } from './properties.ts';

/** Plain decimals; `Intl` writes this many digits exactly. */
const NUMBER = /^-?\d{1,100}(\.\d{1,20})?$/;
const ASSET = /^asset:[0-9a-f]{64}$/;

const LISTED_OPTIONS = 20;
const SHOWN_CHARACTERS = 60;

/** What is wrong with a value that a variable is given, as what it takes; null for nothing. An empty one is not looked at. */
export function valueFault(definition: VariableDefinition, value: string, isLanguageTag = false): string | null {
  if (value === '') return null;
  const takes = isLanguageTag && !isLanguage(value) ? LANGUAGE_RULE : ruleBroken(definition, value);
  return takes && `${takes}, got ${shown(value)}`;
}

/** The rule of its type that a value breaks. */
function ruleBroken({ type, options = [] }: VariableDefinition, value: string): string | null {
  switch (type) {
    case 'date':
      return readDate(value) ? null : 'takes a date as YYYY-MM-DD, or with a time as 2026-11-20T09:30Z (ISO 8601)';
    case 'number':
      return NUMBER.test(value) ? null : 'takes a decimal number as -1234.5, of at most 100 digits and 20 decimals';
    case 'choice':
      return options.includes(value) ? null : `takes ${listed(options)}`;
    case 'picture':
      return ASSET.test(value) ? null : 'takes an uploaded picture as asset: and 64 hexadecimal digits';
    default:
      return value.length > 2 * VARIABLE_LIMITS.value ? `takes at most ${VARIABLE_LIMITS.value} characters` : null;
  }
}

function listed(options: readonly string[]): string {
  if (options.length > LISTED_OPTIONS) return `one of the ${options.length} options of the template`;
  return `one of ${options.map((option) => JSON.stringify(option)).join(', ')}`;
}

const shown = (value: string): string =>
  JSON.stringify([...value].length > SHOWN_CHARACTERS ? `${[...value].slice(0, SHOWN_CHARACTERS).join('')}…` : value);
