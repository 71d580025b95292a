import { LRUCache } from 'lru-cache';
import { readDate } from './dates.ts';
import { DEFAULT_FORMATS, type FormatName, type VariableDefinition } from './properties.ts';

type Write = (value: string) => string;

/** Named number formats, based on CLDR: `short` and `long` are compact, the others are plain. `full` does not round. */
const NUMBER_FORMATS: Record<FormatName, Intl.NumberFormatOptions> = {
  short: { notation: 'compact', compactDisplay: 'short' },
  medium: {},
  long: { notation: 'compact', compactDisplay: 'long' },
  full: { maximumFractionDigits: 20 },
};

/** Maximum number of languages with cached formatters per definition. Creating a formatter takes about 100 µs. */
const KEPT_LANGUAGES = 30;
const writers = new WeakMap<VariableDefinition, LRUCache<string, Write>>();

/**
 * Formats a value in a language (BCP 47) with `Intl`. Dates use the calendar and digits of the language, in UTC. Anything that is not a
 * valid date or number is returned unchanged.
 */
export function writeValue(definition: VariableDefinition, value: string, language: string): string {
  if (value === '' || (definition.type !== 'date' && definition.type !== 'number')) return value;
  const kept = writers.get(definition) ?? new LRUCache<string, Write>({ max: KEPT_LANGUAGES });
  writers.set(definition, kept);
  const write = kept.get(language) ?? writerOf(definition, language);
  kept.set(language, write);
  return write(value);
}

/** Returns the formatter of a definition. Throws RangeError or TypeError for a format that `Intl` rejects. */
export const writerOf = (definition: VariableDefinition, language: string): Write =>
  definition.type === 'number' ? numberWriter(definition, language) : dateWriter(definition, language);

/** Returns locales that fall back to English, independent of the locale of the machine. */
const localesOf = (language: string): string[] => [language, 'en'];

function dateWriter({ format = DEFAULT_FORMATS.date }: VariableDefinition, language: string): Write {
  const options = (typeof format === 'string' ? { dateStyle: format } : format) as Intl.DateTimeFormatOptions;
  const [locales, inUtc] = [localesOf(language), { ...options, timeZone: 'UTC' }];
  const ofDays = new Intl.DateTimeFormat(locales, inUtc);
  const ofTimes = options.timeZone ? new Intl.DateTimeFormat(locales, options) : ofDays;
  return (value) => {
    const read = readDate(value);
    return read ? (read.isDay ? ofDays : ofTimes).format(read.time) : value;
  };
}

function numberWriter({ format = DEFAULT_FORMATS.number }: VariableDefinition, language: string): Write {
  const options = (typeof format === 'string' ? NUMBER_FORMATS[format] : format) as Intl.NumberFormatOptions;
  const formatter = new Intl.NumberFormat(localesOf(language), options);
  // Pass the text and not a number, so that all digits count (ECMA-402, Intl mathematical values).
  return (value) => formatter.format(value as `${number}`);
}
