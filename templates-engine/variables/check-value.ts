import { type Detail, detail } from '../../errors/detail.ts';
import { isLanguage } from '../language/tags.ts';
import { readDate } from './dates.ts';
import { VARIABLE_LIMITS, type VariableDefinition } from './properties.ts';

/** Plain decimals with as many digits as `Intl` formats exactly. */
const NUMBER = /^-?\d{1,100}(\.\d{1,20})?$/;
const ASSET = /^asset:[0-9a-f]{64}$/;

const LISTED_OPTIONS = 20;

/** Returns the reason why a variable rejects a value, with an empty path; at most one. Empty values are not checked. */
export function valueFaults(definition: VariableDefinition, value: string, isLanguageTag = false): Detail[] {
  if (value === '') return [];
  if (isLanguageTag && !isLanguage(value)) return [detail('', 'not_a_language')];
  const fault = typeFault(definition, value);
  return fault ? [fault] : [];
}

function typeFault({ type, options = [] }: VariableDefinition, value: string): Detail | null {
  switch (type) {
    case 'date':
      return readDate(value) ? null : detail('', 'not_a_date');
    case 'number':
      return NUMBER.test(value) ? null : detail('', 'not_a_number');
    case 'choice':
      return options.includes(value) ? null : noOption(options);
    case 'picture':
      return ASSET.test(value) ? null : detail('', 'unknown_picture');
    default:
      return value.length > 2 * VARIABLE_LIMITS.value ? detail('', 'too_long', { most: VARIABLE_LIMITS.value }) : null;
  }
}

const noOption = (options: readonly string[]): Detail =>
  options.length > LISTED_OPTIONS
    ? detail('', 'not_among_options', { count: options.length })
    : detail('', 'not_an_option', { options });
