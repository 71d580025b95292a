import { LRUCache } from 'lru-cache';
import { readDate } from './dates.ts';
import { DEFAULT_FORMATS, type FormatName, type VariableDefinition } from './properties.ts';

type Write = (value: string) => string;

/** A number's names are CLDR's: compact in short and long, else as the language writes numbers; `full` rounds nothing. */
const NUMBER_FORMATS: Record<FormatName, Intl.NumberFormatOptions> = {
  short: { notation: 'compact', compactDisplay: 'short' },
  medium: {},
  long: { notation: 'compact', compactDisplay: 'long' },
  full: { maximumFractionDigits: 20 },
};

/** Languages that a definition's formatters are kept for: a formatter takes some 100 microseconds to make. */
const KEPT_LANGUAGES = 30;
const writers = new WeakMap<VariableDefinition, LRUCache<string, Write>>();

/**
 * A value as it is written in a language (BCP 47), by `Intl`: dates in its calendar and digits, in UTC. What is no date or
 * number stays as it is.
 */
export function writeValue(definition: VariableDefinition, value: string, language: string): string {
  if (value === '' || (definition.type !== 'date' && definition.type !== 'number')) return value;
  const kept = writers.get(definition) ?? new LRUCache<string, Write>({ max: KEPT_LANGUAGES });
  writers.set(definition, kept);
  const write = kept.get(language) ?? writerOf(definition, language);
  kept.set(language, write);
  return write(value);
}

/** RangeError or TypeError for a format that `Intl` does not take. */
export const writerOf = (definition: VariableDefinition, language: string): Write =>
  definition.type === 'number' ? numberWriter(definition, language) : dateWriter(definition, language);

/** A language that `Intl` does not know is written as English, whatever the machine's own is. */
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
  // The text itself, not a number made of it: all of its digits count (ECMA-402, Intl mathematical values).
  return (value) => formatter.format(value as `${number}`);
}
